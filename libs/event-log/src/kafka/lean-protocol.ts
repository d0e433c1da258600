/** Has the client library encode what it appends and decode what it fetched by our code, which copies less. */

import { createRequire } from 'node:module';
import { fetchedAnswer, type FetchedAnswer } from './fetched-messages.js';
import { isPlainProduce, produceBytes, type ProduceRequest } from './produce-request.js';

type MakeRequest = (request: ProduceRequest) => {
  readonly encode: () => Promise<{ readonly buf: Buffer; readonly buffer: Buffer }>;
};
interface FetchResponse {
  decode(bytes: Buffer): Promise<FetchedAnswer>;
}

const load = createRequire(import.meta.url);
const producePath = load.resolve('kafkajs/src/protocol/requests/produce/v7/request.js');
const fetchPath = 'kafkajs/src/protocol/requests/fetch/v11/response.js';

/**
 * kafkajs 2.2.4 makes a buffer of half a kilobyte for every record and copies it six times on its way out, and works
 * through all partitions of an answer, those without news too; and a batch that it cannot decode ends its consumer.
 * Other appends are still encoded by the library. Applies to the whole process; may be called repeatedly.
 */
export function useLeanProtocol(): void {
  if (isUsed) return;
  isUsed = true;
  useLeanProduce();
  useLeanFetch();
}

let isUsed = false;

function useLeanProduce(): void {
  const original = load(producePath) as MakeRequest;
  const lean: MakeRequest = (request) => {
    const made = original(request);
    if (!isPlainProduce(request)) return made;
    const encode = async () => {
      const bytes = await produceBytes(request, Date.now());
      return { buf: bytes, buffer: bytes };
    };
    return { ...made, encode };
  };
  const module = load.cache[producePath];
  if (module !== undefined) module.exports = lean;
}

function useLeanFetch(): void {
  const response = load(fetchPath) as FetchResponse;
  response.decode = fetchedAnswer;
}
