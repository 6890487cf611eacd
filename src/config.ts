import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { admin, host, hosts } from './host-settings.ts'
import { pool, poolAccount } from './insurance-settings.ts'
import { lightningNode } from './lightning-settings.ts'
import { operatorFiles } from './operator-files.ts'
import { pages } from './page-settings.ts'
import { promises } from './promise-settings.ts'
import { WORKER_ROLES } from './role-names.ts'
import { redisSettings } from './redis-settings.ts'
import { serverProcess } from './server-process-settings.ts'
import { publishing } from './publishing-settings.ts'
import { rpcUrl, settling } from './settling-settings.ts'
import { settingFault, settingValue } from './setting-fault.ts'
import { settingText } from './setting-files.ts'
import { secret, text, url, urls, whole } from './setting-kinds.ts'

/**
 * Settings, each defined once: name, type, default and description. A process reads its schema once, and refuses to
 * start if a setting is wrong. The table of docs/settings.md is generated from here (`npm run docs`).
 */

/** The settings that every process reads. */
export const common = {
  ...redisSettings,
  LOG_LEVEL: Type.Union(
    [Type.Literal('debug'), Type.Literal('info'), Type.Literal('warn'), Type.Literal('error'), Type.Literal('silent')],
    { description: 'How much is logged: debug, info, warn, error or silent', default: 'info' },
  ),
  MODE: Type.Union([Type.Literal('live'), Type.Literal('demo')], {
    description:
      'Shown in every discovery document; `demo` is set by `npm run demo` and means simulated data and play money',
    default: 'live',
  }),
}

/** Servers check an address of a customer when it is registered, couriers each time they call it. */
const outboundAllow = Type.Optional(
  text(
    'Addresses of customers that may be private and without TLS, `127.0.0.1:9000,…`, exact. Only for demonstrations and tests; refused by `npm start`',
    { pattern: '^[^\\s,]+:\\d{1,5}(,[^\\s,]+:\\d{1,5})*$', form: 'a list of host:port, separated by commas' },
  ),
)

const port = whole('TCP port of the public service', 8402, 0, 65_535, { option: { name: 'port', takes: 'N' } })

/** The HTTP process. It gets no signing key and no folder with keys. */
export const ServerConfig = Type.Object({
  ...common,
  PORT: port,
  HOST: host('0.0.0.0'),
  ...admin,
  ...hosts,
  ...serverProcess,
  ...settling,
  FACILITATOR_URL: Type.Optional(
    urls(
      'x402 facilitators that verify and settle, separated by commas: the next one is asked while those before it are closed',
    ),
  ),
  FACILITATOR_AUTHORIZATION: Type.Optional(
    secret(
      'Authorization header that the facilitator wants, `Bearer …`; of several separated by commas, in the order of FACILITATOR_URL, each may be empty',
    ),
  ),
  CDP_API_KEY_ID: Type.Optional(
    text('Coinbase Developer Platform: id of an Ed25519 API key, shown to the first of FACILITATOR_URL'),
  ),
  CDP_API_KEY_SECRET: Type.Optional(secret('Coinbase Developer Platform: its secret, base64')),
  ...lightningNode,
  ...poolAccount,
  SERVER_SECRET: Type.Optional(
    secret(
      '64 hex digits, the same for all servers: token keys and receipt ids are derived from it; needed by any rail',
      {
        pattern: '^[0-9a-f]{64}$',
        form: '64 lower-case hex digits',
      },
    ),
  ),
  SERVER_SECRET_PREVIOUS: Type.Optional(
    secret(
      'The secrets before it, the newest first, separated by commas or lines: what was bought under one of them is handed out to its token or receipt as long as it stands here, a DLC event for ever. One that others know is left out: who has it makes tokens that nobody paid for',
      {
        pattern: '^[0-9a-f]{64}(?:[,\\s]+[0-9a-f]{64})*$',
        form: '64 lower-case hex digits, or several of these',
      },
    ),
  ),
  ORACLE_SECRET: Type.Optional(
    secret('What administrators send as X-Oracle-Secret to attest DLC events by hand; without it nobody can', {
      pattern: '^.{16,200}$',
      form: '16 to 200 characters',
    }),
  ),
  ...pages,
  OUTBOUND_ALLOW: outboundAllow,
  INVOICES_PER_SECOND: whole(
    'Most unpaid Lightning invoices that one server has made in a second, for all clients together; networks that had none for a minute go first',
    50,
    1,
    10_000,
  ),
  TRUST_PROXY: whole(
    'How many proxies of yours stand in front, one behind the other: the client is that many entries from the right of X-Forwarded-For',
    0,
    0,
    10,
  ),
})
export type ServerConfig = Static<typeof ServerConfig>

const ROLE = `(${WORKER_ROLES.join('|')})`

/** The worker process: actors and keys. */
export const WorkerConfig = Type.Object({
  ...common,
  KEYS_DIR: text('Folder with the signing keys, readable by this process alone', { default: './data/keys' }),
  ORACLE_DIR: text(
    'Folder of the DLC signer: its guard, which must never be replaced by an older copy, and its journal',
    { default: './data/dlc' },
  ),
  ORACLE_WITNESS: Type.Optional(
    secret(
      'Where the DLC signer keeps how far its journal is: a folder on another volume, an `https` address that takes GET and conditional PUT, or `none`. Without it a folder beside the data folder',
      { pattern: '^(?!http:)\\S', form: 'a folder, an https address or none' },
    ),
  ),
  LEDGER_DIR: text('Folder of the ledger: a file of JSON lines per month, written by one bookkeeper', {
    default: './data/ledger',
  }),
  LEDGER_DAYS: whole(
    'How many days the ledger is kept; a month is deleted when its last day is older',
    800,
    31,
    36_500,
  ),
  ROLES: text(
    'What this worker does, separated by commas: publisher (prices and their keys), settler (x402 settlements), bookkeeper (the ledger; on one machine only), signer (DLC announcements and attestations), courier (resolvers and webhooks; never beside the signer)',
    {
      default: 'publisher,settler,bookkeeper',
      pattern: `^${ROLE}(,${ROLE})*$`,
      form: 'a list of publisher, settler, bookkeeper, signer and courier, separated by commas',
    },
  ),
  ...settling,
  RPC_URL: rpcUrl,
  ...pool,
  SETTLE_BATCH_MS: whole(
    'Own settlement: gather payments for so many milliseconds into one transaction; 0 sends each alone',
    0,
    0,
    1_000,
  ),
  WALLET_FACTORIES: Type.Optional(
    text(
      'Own settlement: contracts that may be called to deploy a buyer’s contract wallet (ERC-6492), `0x…,0x…`; we pay the gas, for payments from $1.00 on. Without it such a wallet must be deployed before it pays',
      {
        pattern: '^0x[0-9a-fA-F]{40}(,0x[0-9a-fA-F]{40})*$',
        form: 'a list of addresses, each 0x and 40 hex digits, separated by commas',
      },
    ),
  ),
  ...promises,
  OUTBOUND_ALLOW: outboundAllow,
  UPSTREAM_ORIGIN: Type.Optional(
    url('Sends every provider request to `<origin>/<host><path>`: the simulated world, or recordings'),
  ),
  PROVIDER_KEYS: Type.Optional(
    secret('Keys bought from providers, `openmeteoarchive=KEY,openmeteomarine=KEY`; their data may then be sold'),
  ),
  SOURCES_LICENSED: Type.Optional(
    text(
      'Sources that this operator may sell by an agreement of its own, whatever their published terms, `openmeteoarchive,openmeteomarine`',
    ),
  ),
  PROVIDER_ORIGINS: Type.Optional(secret('Other origins for single providers, `binance=https://api.binance.com,…`')),
  SOURCES_RIGHTS: Type.Union([Type.Literal('open'), Type.Literal('permitted'), Type.Literal('all')], {
    description:
      'Which sources are asked, by the terms they publish: `open`, `permitted` (open and attribution) or `all`. See docs/sources.md',
    default: 'permitted',
  }),
  ...operatorFiles,
  ...publishing,
})
export type WorkerConfig = Static<typeof WorkerConfig>

/** The settings that `npx claros sources` reads: whom workers may ask, and how. */
export const SourcesConfig = Type.Pick(WorkerConfig, [
  'PROVIDER_KEYS',
  'PROVIDER_ORIGINS',
  'SOURCES_LICENSED',
  'SOURCES_RIGHTS',
  'UPSTREAM_ORIGIN',
])

const dataFolder = (fallback: string) =>
  text('Folder of keys, the ledger and the embedded Redis', {
    default: fallback,
    option: { name: 'data', takes: 'DIR' },
  })

const dataDir = dataFolder('./data')

/** The settings that `npm start` and `npm run demo` read themselves, before they start processes. */
export const LauncherConfig = Type.Object({
  ...redisSettings,
  REDIS_FSYNC: Type.Union([Type.Literal('always'), Type.Literal('everysec')], {
    description: 'When the embedded Redis writes to disk: `always` keeps every answered claim through a power cut',
    default: 'always',
  }),
  REDIS_MAXMEMORY: Type.Optional(
    text(
      'The most memory that the embedded Redis may use, such as `2gb`: half of the machine. At that limit nothing is sold, and an alarm tells at 80 %; without one the machine ends it when there is none left',
      { pattern: '^[1-9]\\d{0,11}(?:[kKmMgG][bB]?)?$', form: 'bytes, or a number with kb, mb or gb' },
    ),
  ),
  DATA_DIR: dataDir,
  WORKERS: whole('Worker processes', 1, 1, 64),
  SERVERS: whole('HTTP processes, sharing the port', 1, 1, 64),
})
export type LauncherConfig = Static<typeof LauncherConfig>

/** What `npm run demo` takes, as options alone: it does not read the environment, so that it is always the same. */
export const DemoConfig = Type.Object({
  PORT: port,
  HOST: host('127.0.0.1'),
  DATA_DIR: dataFolder('./data/demo'),
})

/** The settings that `npx claros sales` reads. */
export const FolderConfig = Type.Object({ DATA_DIR: dataDir })

/** The settings that `npx claros store` reads. */
export const StoreConfig = Type.Object({ ...redisSettings, DATA_DIR: dataDir })

/** The settings that `npx claros dlc` reads. What a signer is told of its folders counts where no folder is typed. */
export const OracleConfig = Type.Object({
  ...redisSettings,
  DATA_DIR: dataDir,
  KEYS_DIR: Type.Optional(Type.String({ minLength: 1 })),
  ORACLE_DIR: Type.Optional(Type.String({ minLength: 1 })),
  ORACLE_WITNESS: WorkerConfig.properties.ORACLE_WITNESS,
})

/** The settings that `npx claros reconcile` reads: where money comes in, and where the ledger is. */
export const ReconcileConfig = Type.Object({
  REDIS_URL: common.REDIS_URL,
  DATA_DIR: dataDir,
  PAY_TO: settling.PAY_TO,
  X402_NETWORK: settling.X402_NETWORK,
  RPC_URL: rpcUrl,
  ...lightningNode,
})
export type ReconcileConfig = Static<typeof ReconcileConfig>

/** Every setting that a process or a command of this service reads, by its name. */
export const EVERY_SETTING: Readonly<Record<string, TSchema>> = {
  ...LauncherConfig.properties,
  ...ServerConfig.properties,
  ...WorkerConfig.properties,
  ...ReconcileConfig.properties,
}

/** Settings are missing or wrong. The message names each of them, what it says and what it should be. */
export class BadConfig extends Error {
  override readonly name = 'BadConfig'
}

const propertiesOf = (schema: TSchema) => Object.entries(schema.properties as Record<string, TSchema>)

/**
 * Reads a schema's settings from the environment, secrets also from the files that it names. Empty text counts as not
 * set. Throws `BadConfig`.
 */
export const readConfig = <T extends ReturnType<typeof Type.Object>>(
  schema: T,
  env: Readonly<Record<string, string | undefined>>,
): Readonly<Static<T>> => {
  const given: Record<string, unknown> = {}
  const faults: string[] = []
  for (const [name, property] of propertiesOf(schema)) {
    const found = settingText(name, property, env)
    if ('fault' in found) faults.push(found.fault)
    if ('fault' in found || found.text === null) continue
    given[name] = settingValue(property, found.text)
    const fault = settingFault(name, property, given[name])
    if (fault !== null) faults.push(fault)
  }
  if (faults.length > 0) throw new BadConfig(faults.join('\n'))
  return Object.freeze(Value.Default(schema, given)) as Readonly<Static<T>>
}
