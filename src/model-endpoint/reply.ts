/** Reads what a chat-completions endpoint replies, whole or as a stream of events, within bounds. Pure. */
import { isRecord, recordsIn } from '../lib/is-record.ts';

/** Tokens as the endpoint counts them. */
export interface TokenUse {
  readonly prompt: number;
  readonly completion: number;
}

/** The text of a reply, or in words why it has none. */
export type ReadReply =
  | {
      readonly ok: true;
      readonly text: string;
      /** True when the model stopped for want of room. */
      readonly isCut: boolean;
      /** The name that the endpoint gives the model; null where it gives none. */
      readonly model: string | null;
      readonly usage: TokenUse | null;
    }
  | { readonly ok: false; readonly reason: string; readonly usage: TokenUse | null };

type Fields = Readonly<Record<string, unknown>>;

/** A reply of one JSON object. */
export function readWhole(body: string): ReadReply {
  const value = objectOf(body);
  if (value === undefined) return nothing('its reply is no JSON object');
  const [choice] = recordsIn(value['choices']);
  const message = fieldsOf(choice?.['message']);
  return judge(value, message, choice?.['finish_reason']);
}

/** Takes a stream of server-sent events piece by piece; its bytes are bounded by whoever reads them. */
export class StreamReader {
  #line = '';
  #content: string[] = [];
  #last: Fields = {};
  #usage: unknown = null;
  #finish: unknown = null;
  #refusal: unknown = null;
  #calls: unknown = null;
  #fault: string | null = null;
  #isDone = false;

  /** True once the stream has said that it ends, or that something is wrong. */
  get isDone(): boolean {
    return this.#isDone || this.#fault !== null;
  }

  add(text: string): void {
    const lines = text.split('\n');
    lines[0] = this.#line + (lines[0] ?? '');
    this.#line = lines.pop() ?? '';
    for (const line of lines) this.#take(line.replace(/\r$/, ''));
  }

  /** The whole of it, once the stream has ended. */
  end(): ReadReply {
    this.#take(this.#line);
    if (this.#fault !== null) return { ...nothing(this.#fault), usage: useOf(this.#usage) };
    if (!this.#isDone && this.#finish === null)
      return { ...nothing('its stream broke off'), usage: useOf(this.#usage) };
    const content = this.#content.length === 0 ? null : this.#content.join('');
    const message = { content, refusal: this.#refusal, tool_calls: this.#calls };
    return judge({ ...this.#last, usage: this.#usage }, message, this.#finish);
  }

  #take(line: string): void {
    if (this.isDone || !line.startsWith('data:')) return;
    const data = line.slice('data:'.length).trim();
    if (data === '[DONE]') {
      this.#isDone = true;
      return;
    }
    const value = objectOf(data);
    if (value === undefined) {
      this.#fault = 'its stream holds an event that is no JSON object';
      return;
    }
    if (value['error'] !== undefined && value['error'] !== null) {
      this.#fault = `its stream ended with an error${saidIn(value)}`;
      return;
    }
    this.#last = value;
    this.#usage = value['usage'] ?? this.#usage;
    const [choice] = recordsIn(value['choices']);
    const delta = fieldsOf(choice?.['delta']);
    if (typeof delta?.['content'] === 'string') this.#content.push(delta['content']);
    this.#refusal ??= delta?.['refusal'];
    this.#calls ??= delta?.['tool_calls'];
    this.#finish = choice?.['finish_reason'] ?? this.#finish;
  }
}

function judge(reply: Fields, message: Fields | undefined, finish: unknown): ReadReply {
  const usage = useOf(reply['usage']);
  const no = (reason: string): ReadReply => ({ ok: false, reason, usage });
  if (message === undefined) return no('its reply holds no choice with a message');
  if (typeof message['refusal'] === 'string') return no('the model refused');
  if (recordsIn(message['tool_calls']).length > 0) return no('the model asked for a tool');
  if (finish === 'content_filter') return no('its filter held the answer back');
  const text = message['content'];
  if (typeof text !== 'string') return no('its message holds no text');
  const model = typeof reply['model'] === 'string' ? reply['model'].slice(0, 200) : null;
  return { ok: true, text: text.toWellFormed(), isCut: finish === 'length', model, usage };
}

/** Null where tokens are not counted, or not as whole numbers. */
function useOf(value: unknown): TokenUse | null {
  const usage = fieldsOf(value);
  const [prompt, completion] = [usage?.['prompt_tokens'], usage?.['completion_tokens']];
  return isCount(prompt) && isCount(completion) ? { prompt, completion } : null;
}

const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;

/** The words of an error in a reply, on one line; empty where there are none. */
export function saidIn(reply: Fields | undefined): string {
  const error = reply?.['error'];
  const said = typeof error === 'string' ? error : fieldsOf(error)?.['message'];
  if (typeof said !== 'string') return '';
  const line = said.replace(/[\s\p{C}]+/gu, ' ').trim();
  return line === '' ? '' : `: ${line.slice(0, 200).toWellFormed()}`;
}

/** A JSON object; undefined for anything else. */
export function objectOf(text: string): Fields | undefined {
  try {
    return fieldsOf(JSON.parse(text));
  } catch {
    return undefined;
  }
}

const nothing = (reason: string) => ({ ok: false, reason, usage: null }) as const;

const fieldsOf = (value: unknown): Fields | undefined => (isRecord(value) ? value : undefined);
