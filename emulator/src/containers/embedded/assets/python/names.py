# Makes the cloud's host names lead to the emulator's gateway: look-ups of their ports 80 and 443 return its address, and its local authority
# is trusted over TLS. Loaded with the first import of `socket`.

import re


class Names:
    """`gateway` is its address, its port and, where it was given one, its name."""

    def __init__(self, gateway, names, leave):
        self.host, port, *self.aliases = gateway.split(" ")
        self.port = int(port)
        self.names = re.compile(names)
        self.left = [re.compile(text.strip()) for text in leave.split(",") if text]
        self.certificate = None

    def is_ours(self, host):
        if isinstance(host, (bytes, bytearray)):
            host = bytes(host).decode("ascii", "replace")
        if not isinstance(host, str):
            return False
        name = host.lower().rstrip(".")
        return bool(self.names.search(name)) and not any(pattern.search(name) for pattern in self.left)

    def is_gateway(self, host):
        """With what SDKs put before the host of an endpoint, too: `sync-127.0.0.1`."""
        if not isinstance(host, str):
            return False
        name = host.lower().rstrip(".")
        return any(name == own or name.endswith(("-" + own, "." + own)) for own in [self.host, *self.aliases])

    def leads_here(self, host, port):
        """Its own port 443 does, too: for clients that keep only the host name of a URL."""
        if port in (443, "443", "https"):
            return self.is_gateway(host) or self.is_ours(host)
        if port in (self.port, str(self.port)) and self.is_gateway(host):
            return True
        return port in (80, "80", "http") and self.is_ours(host)

    def install_socket(self, socket):
        lookup = socket.getaddrinfo

        def getaddrinfo(host, port, *args, **kwargs):
            if self.leads_here(host, port):
                host, port = self.host, self.port
            return lookup(host, port, *args, **kwargs)

        socket.getaddrinfo = getaddrinfo

    def install_ssl(self, ssl):
        """Every client, whatever certificates it was told to trust, begins TLS through one of these two methods of its context."""
        import weakref

        told = weakref.WeakSet()
        wrap_socket, wrap_bio = ssl.SSLContext.wrap_socket, ssl.SSLContext.wrap_bio

        def trust(context, name):
            if (self.is_gateway(name) or self.is_ours(name)) and context not in told:
                context.load_verify_locations(cadata=self.authority())
                told.add(context)

        def trusting_socket(
            context, sock, server_side=False, do_handshake_on_connect=True, suppress_ragged_eofs=True, server_hostname=None, session=None
        ):
            trust(context, server_hostname)
            return wrap_socket(context, sock, server_side, do_handshake_on_connect, suppress_ragged_eofs, server_hostname, session)

        def trusting_bio(context, incoming, outgoing, server_side=False, server_hostname=None, session=None):
            trust(context, server_hostname)
            return wrap_bio(context, incoming, outgoing, server_side, server_hostname, session)

        ssl.SSLContext.wrap_socket, ssl.SSLContext.wrap_bio = trusting_socket, trusting_bio

    def authority(self):
        """Asked over a bare socket, once."""
        if self.certificate is None:
            import _socket

            import socket

            family, kind, protocol, _, address = socket.getaddrinfo(self.host, self.port, type=socket.SOCK_STREAM)[0]
            asking = _socket.socket(family, kind, protocol)
            try:
                asking.connect(address)
                head = "GET /_emulator/authority HTTP/1.1\r\nHost: %s:%d\r\nConnection: close\r\n\r\n"
                asking.sendall((head % (self.host, self.port)).encode("ascii"))
                answer = b"".join(iter(lambda: asking.recv(65536), b"")).decode("latin-1")
            finally:
                asking.close()
            found = re.search("-----BEGIN CERTIFICATE-----.+-----END CERTIFICATE-----", answer, re.DOTALL)
            if found is None:
                raise OSError("The emulator did not tell the certificate of its local authority.")
            self.certificate = found.group(0)
        return self.certificate
