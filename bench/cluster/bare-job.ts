/** Messages between the bench and its bare clients. */

interface BareTask {
  readonly brokers: string;
  readonly topic: string;
}

export type BareJob =
  | (BareTask & {
      readonly what: 'send';
      readonly file: string;
      /** How often the file's messages are sent. */
      readonly times: number;
      readonly gzipAboveBytes: number;
    })
  | (BareTask & { readonly what: 'receive'; readonly messages: number });

export type BareAnswer =
  | { readonly what: 'ready' }
  | { readonly what: 'sent'; readonly fromMs: number; readonly toMs: number }
  | { readonly what: 'received'; readonly toMs: number; readonly bytes: number };
