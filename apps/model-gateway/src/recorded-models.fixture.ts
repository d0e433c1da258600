/**
 * Test models that record like real ones: calls are numbered from 1 in each opening, and made once.
 */

import type { AskRequest, EndedAsk, ModelService, OpenAsk, RecordedAsk } from '#llm';
import { conflict } from '#values';

/** State that outlives a gateway. */
export class SharedRecording {
  readonly asks = new Map<string, { opened: AskRequest; ended: EndedAsk | null }>();
  readonly calls = new Map<string, { request: string; response: string }>();
  /** Requests that were sent to a model. */
  readonly sent: string[] = [];

  /** A model service as seen by one process. */
  service(before: (body: string) => Promise<void> = () => Promise.resolve()): ModelService {
    return {
      open: async (ask) => new SharedAsk(this, ask, before),
      asksOf: async (run): Promise<readonly RecordedAsk[]> =>
        [...this.asks.values()]
          .filter(({ opened }) => opened.run === run)
          .map(({ opened: { deadline: _, budget: __, ...opened }, ended }) => ({
            opened: { ...opened, openedAt: '2026-01-05T00:00:00.000Z' },
            ended,
          })),
      close: () => Promise.resolve(),
    };
  }
}

class SharedAsk implements OpenAsk {
  readonly baseUrl = 'http://models.invalid/here';
  readonly api = 'anthropic-messages';
  private ordinal = 0;
  private readonly key: string;

  constructor(
    private readonly recording: SharedRecording,
    private readonly request: AskRequest,
    private readonly before: (body: string) => Promise<void>,
  ) {
    this.key = `${request.asOf}/${request.attempt}`;
    if (!recording.asks.has(this.key)) {
      recording.asks.set(this.key, { opened: request, ended: null });
    }
  }

  get ended(): EndedAsk | null {
    return this.recording.asks.get(this.key)?.ended ?? null;
  }

  reach(): Promise<string> {
    return Promise.resolve(this.baseUrl);
  }

  failure() {
    return { class: 'limit', reason: 'calls' } as const;
  }

  async end(end: Omit<EndedAsk, 'run' | 'asOf' | 'attempt'>): Promise<EndedAsk> {
    const { run, asOf, attempt } = this.request;
    const ended = this.ended ?? { run, asOf, attempt, ...end };
    this.recording.asks.set(this.key, { opened: this.request, ended });
    return ended;
  }

  readonly fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    const body = await request.text();
    const key = `${this.key}/${++this.ordinal}`;
    const known = this.recording.calls.get(key);
    if (known !== undefined && known.request !== body) throw conflict('another request');
    if (known === undefined) {
      await this.before(body);
      this.recording.sent.push(`${key} ${new URL(request.url).pathname} ${body}`);
      this.recording.calls.set(key, { request: body, response: `answer to ${body}` });
    }
    const text = this.recording.calls.get(key)?.response;
    return new Response(text, { status: 200, headers: { 'content-type': 'text/plain' } });
  };
}
