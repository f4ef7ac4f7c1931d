"""The checksums of objects that botocore computes with the package awscrt alone, for machines without it."""

import zlib


def table(polynomial):
    entries = list(range(256))
    for _ in range(8):
        entries = [(entry >> 1) ^ (polynomial if entry & 1 else 0) for entry in entries]
    return entries


CASTAGNOLI = table(0x82F63B78)
NVME = table(0x9A6C9329AC4BC9B5)


def reflected(entries, mask, data, previous):
    value = previous ^ mask
    for byte in bytes(data):
        value = entries[(value ^ byte) & 0xFF] ^ (value >> 8)
    return value ^ mask


def crc32(data, previous=0):
    return zlib.crc32(data, previous)


def crc32c(data, previous=0):
    return reflected(CASTAGNOLI, 0xFFFFFFFF, data, previous)


def crc64nvme(data, previous=0):
    return reflected(NVME, 0xFFFFFFFFFFFFFFFF, data, previous)


def give_to_botocore():
    from botocore import httpchecksum

    if httpchecksum.crt_checksums is not None:
        return
    import checksums

    httpchecksum.crt_checksums = checksums
    given = {"crc32c": httpchecksum.CrtCrc32cChecksum, "crc64nvme": httpchecksum.CrtCrc64NvmeChecksum}
    httpchecksum._CHECKSUM_CLS.update(given)
    httpchecksum._SUPPORTED_CHECKSUM_ALGORITHMS[:] = list(httpchecksum._CHECKSUM_CLS)
    httpchecksum._CRT_CHECKSUM_ALGORITHMS = []
