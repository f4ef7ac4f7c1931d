// The file in a layer by which an environment knows that the Web Adapter stands between the Runtime API and the function's web server.

export const WEB_ADAPTER_MARK = '.cloud-emulator/web-adapter';
