/**
 * The telemetry topics. Samples are worth something only while they are new: a client whose network
 * is behind gets the latest of each run once it has caught up, and nothing of what lay between.
 * Nothing is asked of any worker while nobody listens.
 */
import { toSampleText } from './frames.ts';
import type { LiveSample } from './protocol.ts';

/** Where samples come from. */
export interface SampleSource {
  /**
   * Begins to ask for samples of the runs that are `wanted`; the returned function ends it.
   * `onRuns` names the live runs from time to time: others are forgotten.
   */
  start(listener: {
    readonly wanted: (runId: string) => boolean;
    readonly onSample: (sample: LiveSample) => void;
    readonly onRuns: (runIds: ReadonlySet<string>) => void;
  }): () => void;
}

/** The part of a connection that is needed here. */
export interface SampleReceiver {
  readonly bufferedBytes: number;
  send(text: string): boolean;
}

/** A client with more than this waiting gets no sample before it has caught up. */
const backlogBytesMax = 32 * 1024;

interface Numbered {
  readonly seq: number;
  readonly sample: LiveSample;
}

interface Member {
  lastSeq: number | null;
  /** Latest sample of each run that was not sent yet. */
  readonly pending: Map<string, Numbered>;
}

interface SampleTopic {
  readonly runId: string | null;
  seq: number;
  readonly latest: Map<string, Numbered>;
  readonly members: Map<SampleReceiver, Member>;
}

/** One for each feed. The source is asked only while a client listens to a topic of telemetry. */
export class SampleStreams {
  readonly #source: SampleSource | null;
  readonly #topics = new Map<string, SampleTopic>();
  #stop: (() => void) | undefined;

  /** Without a source the topics exist and stay silent. */
  constructor(source: SampleSource | null) {
    this.#source = source;
  }

  get topics(): number {
    return this.#topics.size;
  }

  /** Adds a client; what is known of the topic's runs is sent at once. */
  enter(client: SampleReceiver, { name, runId }: { name: string; runId: string | null }): void {
    let topic = this.#topics.get(name);
    if (topic === undefined) {
      topic = { runId, seq: 0, latest: new Map(), members: new Map() };
      this.#topics.set(name, topic);
    }
    const member: Member = { lastSeq: null, pending: new Map(topic.latest) };
    topic.members.set(client, member);
    this.#sendPending(client, name, member);
    this.#stop ??= this.#source?.start({
      wanted: (id) => this.#topics.has('telemetry') || this.#topics.has(`telemetry/${id}`),
      onSample: (sample) => this.#take(sample),
      onRuns: (runIds) => this.#forgetOthers(runIds),
    });
  }

  leave(client: SampleReceiver, name: string): void {
    const topic = this.#topics.get(name);
    topic?.members.delete(client);
    if (topic?.members.size === 0) this.#topics.delete(name);
    if (this.#topics.size === 0) this.close();
  }

  /** The client's network has caught up. */
  drained(client: SampleReceiver): void {
    for (const [name, topic] of this.#topics) {
      const member = topic.members.get(client);
      if (member !== undefined) this.#sendPending(client, name, member);
    }
  }

  close(): void {
    this.#stop?.();
    this.#stop = undefined;
  }

  #take(sample: LiveSample): void {
    for (const name of ['telemetry', `telemetry/${sample.run_id}`]) {
      const topic = this.#topics.get(name);
      if (topic === undefined) continue;
      topic.seq += 1;
      const numbered = { seq: topic.seq, sample };
      topic.latest.set(sample.run_id, numbered);
      for (const [client, member] of topic.members) {
        // A later sample goes to the end, so that numbers only ever rise.
        member.pending.delete(sample.run_id);
        member.pending.set(sample.run_id, numbered);
        if (client.bufferedBytes <= backlogBytesMax) this.#sendPending(client, name, member);
      }
    }
  }

  #sendPending(client: SampleReceiver, stream: string, member: Member): void {
    const pending = [...member.pending].sort(([, left], [, right]) => left.seq - right.seq);
    for (const [runId, { seq, sample }] of pending) {
      if (!client.send(toSampleText({ stream, seq, prevSeq: member.lastSeq }, sample))) return;
      member.lastSeq = seq;
      member.pending.delete(runId);
    }
  }

  #forgetOthers(runIds: ReadonlySet<string>): void {
    for (const { latest } of this.#topics.values()) {
      for (const runId of latest.keys()) if (!runIds.has(runId)) latest.delete(runId);
    }
  }
}
