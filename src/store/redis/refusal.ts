import { UnreadableRecord } from './stored.ts'

/** Why the store takes no writes, or cannot return what it keeps. */
export type StoreRefusal =
  | 'out_of_memory'
  | 'read_only'
  | 'disk'
  | 'too_few_replicas'
  | 'no_primary'
  | 'moving'
  | 'loading'
  | 'not_allowed'
  | 'silent'
  | 'unreadable'
  | 'other_format'
  | 'forgetful'

/** The reason as a clause of a sentence. */
export const REFUSAL_WORDS: Readonly<Record<StoreRefusal, string>> = {
  out_of_memory: 'the store is out of memory',
  read_only: 'the store is a read-only replica',
  disk: 'the disk of the store cannot be written',
  too_few_replicas: 'the store has too few replicas to take writes',
  no_primary: 'a part of the store has no primary',
  moving: 'a part of the store is moving to another server',
  loading: 'the store is loading its data',
  not_allowed: 'the store does not allow us to write',
  silent: 'the store does not answer',
  unreadable: 'a record of the store cannot be read',
  other_format: 'the store has the format of another release',
  forgetful: 'the store would forget what is sold: its appendonly is not yes, or its maxmemory-policy not noeviction',
}

/** The first word of an error reply is its code. */
const CODES: Readonly<Record<string, StoreRefusal>> = {
  OOM: 'out_of_memory',
  READONLY: 'read_only',
  MASTERDOWN: 'read_only',
  // Redis ends a blocked command with this code when the server becomes a replica.
  UNBLOCKED: 'read_only',
  MISCONF: 'disk',
  NOREPLICAS: 'too_few_replicas',
  CLUSTERDOWN: 'no_primary',
  MOVED: 'moving',
  ASK: 'moving',
  TRYAGAIN: 'moving',
  LOADING: 'loading',
  NOPERM: 'not_allowed',
  NOAUTH: 'not_allowed',
  WRONGPASS: 'not_allowed',
  BUSY: 'silent',
}

/**
 * A script that found its slot moving, and did nothing (`script.ts`): of Redis and of Valkey up to 9.0, of Valkey from 9.1
 * on, and of either where another key of the script is the one.
 */
const NOT_HERE =
  /^ERR (?:(?:Script attempted|Attempted) to access a non local key|Unable to execute command '.*' in script because undeclared keys)/

/** Messages of ioredis when a command did not reach Redis, or its reply did not arrive. */
const LOST: readonly string[] = [
  'Connection is closed.',
  'Command timed out',
  'Command aborted due to connection close',
  "Stream isn't writeable and enableOfflineQueue options is false",
  'Reached the max retries per request limit',
  'Socket timeout. Expecting data',
  "Cluster isn't ready and enableOfflineQueue options is false",
  'Cluster is ended.',
  'None of startup nodes is available',
  'Failed to refresh slots cache.',
  'Too many Cluster redirections.',
  'All keys in the pipeline should belong to the same slots allocation group',
]

/** Redis 6 puts a text of its own before the error of a command that stopped a script. */
const OF_SCRIPT = /^ERR Error running script \(call to \w+\): (?:@\w+: ?\d+: )*-?/

/**
 * The refusal in the text of an error, with or without the name of its class; `null` when it is not an error of the
 * store.
 */
export const refusalIn = (text: string): StoreRefusal | null => {
  const said = text.replace(/^\w*Error: /, '').replace(OF_SCRIPT, '')
  if (LOST.some((words) => said.startsWith(words))) return 'silent'
  if (NOT_HERE.test(said)) return 'moving'
  // A code is followed by a sentence, never alone.
  return CODES[/^([A-Z]+) /.exec(said)?.[1] ?? ''] ?? null
}

/**
 * The refusal in a thrown value; `null` when the store did not cause it, or when the command itself was wrong: a bug.
 */
export const refusalOf = (problem: unknown): StoreRefusal | null => {
  if (!(problem instanceof Error)) return null
  if (problem instanceof UnreadableRecord) return 'unreadable'
  const { previousErrors = [] } = problem as { readonly previousErrors?: readonly unknown[] }
  // A discarded transaction lists the commands that were refused.
  return refusalIn(problem.message) ?? previousErrors.map(refusalOf).find((each) => each !== null) ?? null
}
