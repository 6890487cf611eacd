import { loadDlcKeys, loadOracleKey } from '../actors/dlc/dlc-keys.ts'
import { takeAnew } from '../actors/dlc/drill-anew.ts'
import { type CheckParts, checkOracle } from '../actors/dlc/drill-check.ts'
import { type RestoreOutcome, restoreOracle } from '../actors/dlc/drill-restore.ts'
import { type ResumeOutcome, resumeOracle } from '../actors/dlc/drill-resume.ts'
import { BadGuard } from '../actors/dlc/guard.ts'
import { BrokenJournal } from '../actors/dlc/journal-lines.ts'
import { type DlcPaths, dlcPaths } from '../actors/dlc/paths.ts'
import { RolledBack, WitnessAway } from '../actors/dlc/witness.ts'
import { BadKeys } from '../actors/secret-file.ts'
import { BadConfig, OracleConfig, readConfig } from '../config.ts'
import { BadFolder, lockFolder, onFolder } from '../launch/folder-lock.ts'
import { type FolderRedis, hasFolderRedis, startFolderRedis, visitFolderRedis } from '../launch/folder-redis.ts'
import { WRITTEN_BY } from '../release.ts'
import { witnessOf } from '../roles/open-witness.ts'
import { eventStore } from '../store/events/events.ts'
import { requireFormat, whileAtWork } from '../store/format/command-format.ts'
import { ForeignFormat } from '../store/format/format-faults.ts'
import { connectStore } from '../store/redis/connect-store.ts'
import { BadRedis, type RedisAddress, redisAddress } from '../store/redis/redis.ts'
import { signerStates } from '../store/events/signer-state.ts'
import { systemClock } from '../system/clock.ts'
import { jsonLog } from '../system/log.ts'
import { describeSelf } from '../system/process.ts'
import { dataFolder, type Environment } from './data-folder.ts'
import { anewText, checkText, restoreText, resumeText } from './dlc-text.ts'
import { typedWords } from './typed-words.ts'

/** `claros dlc`: the restore drill (docs/restore.md). */

const HELP = `claros dlc: do the DLC oracle's journal, guard and Redis agree?

  claros dlc check      compare them, event by event; changes nothing, may run beside the service
  claros dlc restore    copy to each of them what only the others hold; only while the service is stopped
  claros dlc resume [ID…]
                        sign the events that wait because the folder may be an older copy: those named, or all;
                        while the service runs
         --anew         restore: the newer journal that the witness or Redis know of is lost for good, this one replaces
                        it (ORACLE_WITNESS as for the service); every open event waits for a resume
         --data DIR     the data folder (default: DATA_DIR, ./data)
         --redis URL    redis://… or unix:///… (default: REDIS_URL, or the data folder's own Redis, started when it does
                        not run)
         --json         print the result as JSON

Without --data, KEYS_DIR and ORACLE_DIR count as for the signer, where its folders lie elsewhere.
Exit status: 0 in order, 1 not in order, 2 it could not be run. What to do when: docs/restore.md.
`

type Status = 0 | 1 | 2

interface Options {
  readonly data: string
  /** Otherwise it is that of the settings. */
  readonly isTyped: boolean
  readonly paths: DlcPaths
  /** `undefined`: that of the data folder. */
  readonly redis: RedisAddress | undefined
  /** `REDIS_URL` names one, and the folder has another. */
  readonly isUnclear: boolean
  readonly json: boolean
  readonly anew: boolean
  /** The value of `ORACLE_WITNESS`, as the service reads it. */
  readonly witness: string | undefined
}

const parse = (args: readonly string[]) =>
  typedWords(args, {
    allowPositionals: true,
    options: {
      data: { type: 'string' },
      redis: { type: 'string' },
      json: { type: 'boolean' },
      anew: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  })

const say = (json: boolean, value: unknown, text: string): void =>
  void process.stdout.write(json ? `${JSON.stringify(value, null, 2)}\n` : text)

const given = (address: RedisAddress): FolderRedis => ({ address, how: 'running', close: async () => {} })

type Connected = Awaited<ReturnType<typeof connectStore>>

/** Fails when the connection is lost. Waiting could last for ever: another program may have stopped that Redis. */
const lossOf = (redis: Connected): Promise<never> =>
  new Promise((_, fail) =>
    redis.once('close', () =>
      fail(new BadRedis('The connection to Redis was lost. Nothing is damaged: run the command again.')),
    ),
  )

const asItIs = async <T>(redis: Connected, work: () => Promise<T>): Promise<T> => {
  await requireFormat(redis, WRITTEN_BY)
  return work()
}

/**
 * Runs `work` with a connection to this Redis, when its format is that of this release. Closes the connection and what was
 * started for the command.
 */
const over = async <T>(
  { paths }: Options,
  found: FolderRedis,
  work: (parts: CheckParts) => Promise<T>,
  inFormat = asItIs<T>,
): Promise<T> => {
  try {
    const redis = await connectStore(found.address, 'waits')
    try {
      const oracle = loadOracleKey(paths.keys)
      const parts = { paths, oracle, events: eventStore(redis), states: signerStates(redis), clock: systemClock }
      return await inFormat(redis, () => Promise.race([work(parts), lossOf(redis)]))
    } finally {
      redis.disconnect()
    }
  } finally {
    await found.close()
  }
}

/** What is restored into another Redis is missing in the right one. Throws `BadRedis`. */
const refuseUnclear = ({ data, isUnclear }: Options): void => {
  if (isUnclear)
    throw new BadRedis(
      `there is a Redis in ${data}, and REDIS_URL names another one. Name that of this oracle with --redis, unset REDIS_URL, or move ${data}/redis away.`,
    )
}

const check = async (options: Options): Promise<Status> => {
  const { data, isTyped, redis, json } = options
  refuseUnclear(options)
  const report = await over(options, redis === undefined ? await visitFolderRedis(data) : given(redis), checkOracle)
  const again = [
    'npx claros dlc restore',
    ...(isTyped ? ['--data', data] : []),
    ...(redis === undefined ? [] : ['--redis URL']),
  ].join(' ')
  say(json, report, checkText(report, again))
  return report.verdict === 'in_order' ? 0 : 1
}

const isMended = (outcome: RestoreOutcome): boolean =>
  outcome.kind === 'in_order' || (outcome.kind === 'restored' && outcome.after.verdict === 'in_order')

const witnessFor = ({ paths: { folder: ORACLE_DIR, keys }, witness: ORACLE_WITNESS }: Options) => {
  const { nonceRoot } = loadDlcKeys(keys)
  const owner = { oracle: loadOracleKey(keys), nonceRoot, holder: 'restore', clock: systemClock }
  return witnessOf({ ORACLE_DIR, ...(ORACLE_WITNESS !== undefined && { ORACLE_WITNESS }) }, owner)
}

const restore = async (options: Options): Promise<Status> => {
  const { data, redis, json } = options
  refuseUnclear(options)
  const lock = onFolder(data, 'used', () => lockFolder(data))
  let replaced = 0
  try {
    const log = jsonLog('warn', { process: 'dlc' })
    const found = redis === undefined ? await startFolderRedis(data) : given(redis)
    const { name } = describeSelf('dlc')
    const outcome = await over(
      options,
      found,
      async (parts) => {
        const restored = await restoreOracle(parts, log)
        if (options.anew && isMended(restored))
          replaced = await takeAnew({ ...parts, witness: witnessFor(options) }, log)
        return restored
      },
      (redis, work) => whileAtWork({ redis, clock: systemClock, log, process: name, by: WRITTEN_BY }, work),
    )
    if (outcome.kind === 'signer_running') {
      process.stderr.write(
        'claros: a signer is running and holds the guard. Stop the service first; nothing was changed.\n',
      )
      return 2
    }
    say(json, { ...outcome, replaced }, `${restoreText(outcome)}${anewText(replaced)}`)
    return isMended(outcome) ? 0 : 1
  } finally {
    lock.release()
  }
}

const REFUSED: Readonly<Record<Exclude<ResumeOutcome['kind'], 'resumed'>, string>> = {
  not_waiting: 'these do not wait; nothing was changed:',
  no_signer:
    'no signer is running in this folder. Start the service first: events that wait are held again at each start.',
  not_taken: 'the signer did not answer within 10 seconds. Run "claros dlc check" to see whether it did so later.',
}

const resume = async ({ paths, json }: Options, ids: readonly string[]): Promise<Status> => {
  const outcome = await resumeOracle({ paths, oracle: loadOracleKey(paths.keys), clock: systemClock }, ids)
  if (outcome.kind !== 'resumed') {
    const named = outcome.kind === 'not_waiting' ? outcome.ids : []
    process.stderr.write(`${['claros:', REFUSED[outcome.kind], ...named].join(' ')}\n`)
    return 2
  }
  say(json, outcome, resumeText(outcome.ids, outcome.left))
  return 0
}

/** A folder that is typed holds everything; without one the settings of the signer say where its parts lie. */
const optionsOf = (typed: NonNullable<ReturnType<typeof parse>>['values'], env: Environment): Options => {
  const config = readConfig(OracleConfig, env)
  const data = dataFolder(typed.data, env)
  const isTyped = typed.data !== undefined
  const paths = dlcPaths(data, isTyped ? {} : config)
  const { json = false, anew = false } = typed
  const url = typed.redis ?? config.REDIS_URL
  const redis = url === undefined ? undefined : redisAddress(url, config.REDIS_REPLICAS)
  const isUnclear = typed.redis === undefined && redis !== undefined && hasFolderRedis(data)
  return { data, isTyped, paths, redis, isUnclear, json, anew, witness: config.ORACLE_WITNESS }
}

const COMMANDS: Readonly<Record<string, (options: Options, words: readonly string[]) => Promise<Status>>> = {
  check,
  restore,
  resume,
}

const MENDABLE = [
  BadConfig,
  BadKeys,
  BadFolder,
  BadRedis,
  BadGuard,
  BrokenJournal,
  ForeignFormat,
  RolledBack,
  WitnessAway,
]

/** @returns the exit status: 0 in order, 1 not in order, 2 the command could not run */
export const dlcCommand = async (args: readonly string[], env: Environment): Promise<Status> => {
  const parsed = parse(args)
  const [name, ...more] = parsed?.positionals ?? []
  if (parsed?.values.help) {
    process.stdout.write(HELP)
    return 0
  }
  const command = name !== undefined && Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (!parsed || !command || (more.length > 0 && name !== 'resume')) {
    process.stderr.write(HELP)
    return 2
  }
  try {
    const options = optionsOf(parsed.values, env)
    // Before anything starts: a folder without keys is the wrong folder.
    loadOracleKey(options.paths.keys)
    return await command(options, more)
  } catch (problem) {
    if (!MENDABLE.some((each) => problem instanceof each)) throw problem
    process.stderr.write(`claros: ${(problem as Error).message}\n`)
    return 2
  }
}
