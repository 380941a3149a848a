/**
 * Commands that are one request: a row says which route, what its words and flags send and what is
 * shown of the reply. What sends it is loaded only when the command is called.
 */
import type { paths } from '../client/schema.ts';
import type { EntityKind } from '../domain/entities/all.ts';
import type { ArgumentSpec, CommandInput, CommandSpec, OptionSpec } from './command.ts';
import type { Connection } from './connection.ts';
import type { Printer } from './output/print.ts';
import type { ReplyColumn, Row } from './output/rows.ts';

/** Method and path of a route: `POST /control/pause`. */
export type RouteName = {
  [Path in keyof paths]: {
    [Method in 'get' | 'post']: paths[Path] extends Readonly<Record<Method, object>>
      ? `${Uppercase<Method>} ${Path}`
      : never;
  }['get' | 'post'];
}[keyof paths];

/** How what was given becomes what is sent; undefined is left out. */
interface Sent {
  /** Member of path, query or body; the name in snake_case unless told, null for none. */
  readonly member?: string | null;
  /** A whole number from the first to the second. */
  readonly range?: readonly [min: number, max: number];
  /** The value sent; also asked where nothing was given. Without it the value is sent as it is. */
  readonly read?: (
    given: string | readonly string[] | boolean | undefined,
    input: CommandInput,
    connection: Connection,
  ) => unknown;
}
/** `spreads`: what `read` gives holds several members. */
export type RouteArgument = ArgumentSpec & Sent & { readonly spreads?: true };
/** A flag and what of it is sent. */
export type RouteOption = OptionSpec & Sent;

/** A command that is one request, as its row describes it; what is left out is not sent or shown. */
export interface RouteCommand extends Omit<CommandSpec, 'load'> {
  readonly route: RouteName | ((input: CommandInput) => RouteName);
  readonly args?: readonly RouteArgument[];
  /** Its own; what every list, change and request takes is added. */
  readonly options?: readonly RouteOption[];
  /** Members that no word gives. */
  readonly also?: (input: CommandInput) => Row;
  /** Member that `--by` sets; `requested_by` unless told, null where the route takes neither that nor a key. */
  readonly by?: string | null;
  /** Which requests get a key of their own, so that one whose answer is lost can be repeated. */
  readonly keyed?: 'live' | 'always';
  /** True when the reply comes only after a paper is written or a worker has answered. */
  readonly isLong?: boolean;
  /** True for the bench: a gate has one too. */
  readonly isBench?: boolean;
  /** A list by cursor; `show` and `complete` are for other replies. */
  readonly list?: {
    /** The entity that it lists: each filter that is declared of it becomes a flag, but for those that `options` have. */
    readonly of?: EntityKind;
    readonly columns: readonly ReplyColumn[];
    readonly whenEmpty: string | ((input: CommandInput) => string);
  };
  /** The reply with what more requests add to it. */
  readonly complete?: (reply: Row, input: CommandInput, connection: Connection) => Promise<Row>;
  /** Lines that say the reply to a person. */
  readonly say?: (reply: Row) => string | readonly string[];
  /** Prints the reply for a person. */
  readonly show?: (reply: Row, printer: Printer, address: string) => void;
  /** False for a reply that ends the command with `failed`. */
  readonly isOk?: (reply: Row, input: CommandInput) => boolean;
}
