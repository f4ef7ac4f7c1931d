// The options of functions in Pods of a Kubernetes cluster.
import { number, row, text } from './option-kinds.ts';

export const KUBERNETES_OPTIONS = {
  KUBERNETES_CONTEXT: text('', 'Context of the kubeconfig; empty takes the current one, or in a Pod its service account.'),
  KUBERNETES_NAMESPACE: row(text('', 'Namespace for Pods of functions; empty takes that of the context, or of the Pod.'), {
    aliases: ['K8S_NAMESPACE'],
  }),
  KUBERNETES_ADVERTISED_URL: text(
    '',
    'URL at which Pods reach the emulator, such as `http://emulator:4566`; empty takes the address of this machine, in a Pod that of the Pod.',
  ),
  KUBERNETES_POD_TEMPLATE: text(
    '',
    'What Pods of functions have besides or instead: a JSON object with `metadata` and `spec`, or the path of a file with it, merged as `kubectl patch` does it. The container is called `function`.',
  ),
  KUBERNETES_LABELS: row(text('', 'Labels of Pods of functions, as `name=value`, comma separated.'), {
    aliases: ['K8S_LABELS', 'LAMBDA_K8S_LABELS'],
  }),
  KUBERNETES_ANNOTATIONS: row(text('', 'Annotations of Pods of functions, as `name=value`, comma separated.'), {
    aliases: ['K8S_ANNOTATIONS'],
  }),
  KUBERNETES_CONTAINER_SECURITY_CONTEXT: row(text('', 'JSON with members of the security context of the container of a function.'), {
    aliases: ['K8S_CONTAINER_SECURITY_CONTEXT', 'LAMBDA_K8S_SECURITY_CONTEXT'],
  }),
  KUBERNETES_MEMORY_REQUEST: number(
    50,
    'Per cent of the memory and processor share of a function that its Pod requests; its limit is the whole.',
  ),
  KUBERNETES_POD_TIMEOUT: row(number(60, 'Seconds within which a Pod must reach the emulator, with its image pulled.'), {
    aliases: ['K8S_WAIT_FOR_POD_READY_TIMEOUT'],
  }),
  KUBERNETES_IMAGE_PREFIX: row(
    text(
      '',
      'Prefix of the images of runtimes, before `nodejs:20`; empty takes `public.ecr.aws/lambda/`. FUNCTION_RUNTIME_IMAGE_MAPPING is more exact.',
    ),
    { aliases: ['LAMBDA_K8S_IMAGE_PREFIX'] },
  ),
  KUBERNETES_INIT_IMAGE: row(
    text(
      'public.ecr.aws/lambda/provided:al2023',
      "Image with `sh` and `curl`: beside a function's own image, it downloads the program that starts the function.",
    ),
    { aliases: ['LAMBDA_K8S_INIT_IMAGE', 'K8S_CURL_INIT_IMAGE'] },
  ),
  KUBERNETES_IMAGES_WITH_INIT: text(
    '',
    'Patterns with `*` of images that contain the program that starts functions (`/var/rapid/init`), comma separated: their Pods download nothing but code.',
  ),
} as const;

/** The host in the URL at which Pods reach the emulator; empty without one. */
export const advertisedHost = ({ KUBERNETES_ADVERTISED_URL: url }: { readonly KUBERNETES_ADVERTISED_URL: string }): string =>
  URL.canParse(url) ? new URL(url).hostname : '';
