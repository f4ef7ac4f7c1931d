// Custom key stores: there are none, and none can be created.
import { fault, operation } from '#model/kms';

export const DescribeCustomKeyStores = operation(
  'DescribeCustomKeyStores',
  ({ CustomKeyStoreId: id, CustomKeyStoreName: name, Marker }) => {
    const named = id ?? name;
    if (named !== undefined) throw fault('CustomKeyStoreNotFoundException', `Custom key store ${named} does not exist.`);
    if (Marker !== undefined) throw fault('InvalidMarkerException', 'Could not deserialize marker');
    return { CustomKeyStores: [], Truncated: false };
  },
);
