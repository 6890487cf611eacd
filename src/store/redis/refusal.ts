import { UnreadableRecord } from './stored.ts'

/** Why the store takes no writes, or does not say what it keeps. */
export type StoreRefusal =
  'out_of_memory' | 'read_only' | 'disk' | 'too_few_replicas' | 'loading' | 'not_allowed' | 'silent' | 'unreadable'

/** The same in words, as a clause. */
export const REFUSAL_WORDS: Readonly<Record<StoreRefusal, string>> = {
  out_of_memory: 'the store is out of memory',
  read_only: 'the store is a read-only replica',
  disk: 'the disk of the store cannot be written',
  too_few_replicas: 'the store has too few replicas to take writes',
  loading: 'the store is loading its data',
  not_allowed: 'the store does not allow us to write',
  silent: 'the store does not answer',
  unreadable: 'a record of the store cannot be read',
}

/** The first word of an error reply is its code. */
const CODES: Readonly<Record<string, StoreRefusal>> = {
  OOM: 'out_of_memory',
  READONLY: 'read_only',
  MASTERDOWN: 'read_only',
  // A blocked command is let go when its server becomes a replica.
  UNBLOCKED: 'read_only',
  MISCONF: 'disk',
  NOREPLICAS: 'too_few_replicas',
  LOADING: 'loading',
  NOPERM: 'not_allowed',
  NOAUTH: 'not_allowed',
  WRONGPASS: 'not_allowed',
  BUSY: 'silent',
}

/** What ioredis says when a command did not reach Redis, or its reply did not come. */
const LOST: readonly string[] = [
  'Connection is closed.',
  'Command timed out',
  'Command aborted due to connection close',
  "Stream isn't writeable and enableOfflineQueue options is false",
  'Reached the max retries per request limit',
  'Socket timeout. Expecting data',
]

/** Redis 6 puts the error of a command before which a script stopped behind words of its own. */
const OF_SCRIPT = /^ERR Error running script \(call to \w+\): (?:@\w+: ?\d+: )*-?/

/** What an error's text, with or without the name of its class, says of the store; `null` when it is no word of the store's. */
export const refusalIn = (text: string): StoreRefusal | null => {
  const said = text.replace(/^\w*Error: /, '').replace(OF_SCRIPT, '')
  if (LOST.some((words) => said.startsWith(words))) return 'silent'
  // Codes stand before a sentence, never alone.
  return CODES[/^([A-Z]+) /.exec(said)?.[1] ?? ''] ?? null
}

/** Why the store failed, of something thrown; `null` when it was not the store, or was asked what it cannot do: a bug. */
export const refusalOf = (problem: unknown): StoreRefusal | null => {
  if (!(problem instanceof Error)) return null
  if (problem instanceof UnreadableRecord) return 'unreadable'
  const { previousErrors = [] } = problem as { readonly previousErrors?: readonly unknown[] }
  // A transaction that was discarded names the commands that were refused.
  return refusalIn(problem.message) ?? previousErrors.map(refusalOf).find((each) => each !== null) ?? null
}
