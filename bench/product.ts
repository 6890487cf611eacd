import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createKeys, loadKeys, type RailKeys } from '../src/actors/publisher/keys.ts'
import { registry } from '../src/feeds/registry.ts'
import { serverSecrets } from '../src/http/rails/configured.ts'
import type { L402Secrets } from '../src/http/rails/l402-token.ts'
import { freePorts } from '../src/launch/free-port.ts'
import { systemRandom } from '../src/system/random.ts'
import type { Bed, BenchRedis, Served } from './bed.ts'
import { PAY_TO } from './buyers.ts'
import { ecdsaOf } from './sign-editions.ts'
import type { ProductSettings } from './servers/product.ts'

/** The whole product: the programs of server and worker, with simulated providers. */
export interface Product {
  readonly redis: BenchRedis
  readonly sandbox: Served
  readonly sandboxUrl: string
  readonly worker: Served
  readonly server: Served
  readonly url: string
  /** The keys of the worker. The bench signs more editions of its snapshots with them. */
  readonly keys: RailKeys
  /** The secrets of the server's tokens. The bench makes thousands of paid tokens with them. */
  readonly secrets: L402Secrets
  stop(): Promise<void>
}

export interface ProductOptions {
  /** `beside`: on the core of load and Redis; `apart`: on the server's core. */
  readonly workerAt: 'apart' | 'beside'
  /** Other periods, in the form of `CADENCES`. */
  readonly cadences?: string
}

const scheduled = [...registry.boards.map(({ id }) => id), ...registry.items.map(({ actor }) => actor)]

/** Periods with which every actor runs once at the start, and not again during the run. */
export const IDLE = [...new Set(scheduled.map((id) => `${id.split('/')[0]}=86400`))].join()

const SERVER_SECRET = '07'.repeat(32)

export const openProduct = async (bed: Bed, { workerAt, cadences }: ProductOptions): Promise<Product> => {
  const redis = await bed.redis('always')
  const { port, sandboxPort } = await freePorts(systemRandom, 'port', 'sandboxPort')
  const folder = join(bed.folder, `product-${port}`)
  mkdirSync(folder, { recursive: true })
  createKeys(folder, systemRandom)
  const [url, sandboxUrl] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${sandboxPort}`]
  const start = (settings: ProductSettings, where: 'apart' | 'beside') => bed.serve('product', settings, where)
  const shared = { REDIS_URL: `unix://${redis.address.path}`, LOG_LEVEL: 'error', MODE: 'demo' }
  const sandbox = await start(
    {
      program: 'sandbox',
      env: { LOG_LEVEL: 'error', SANDBOX_PORT: String(sandboxPort), SANDBOX_SEED: '1' },
      port: sandboxPort,
    },
    'beside',
  )
  const worker = await start(
    {
      program: 'worker',
      env: {
        ...shared,
        ROLES: 'publisher',
        KEYS_DIR: folder,
        UPSTREAM_ORIGIN: sandboxUrl,
        // Simulated providers have no terms, so every one is asked.
        SOURCES_RIGHTS: 'all',
        ...(cadences !== undefined && { CADENCES: cadences }),
      },
    },
    workerAt,
  )
  const server = await start(
    {
      program: 'server',
      env: {
        ...shared,
        PORT: String(port),
        HOST: '127.0.0.1',
        ADMIN_PORT: '0',
        PUBLIC_URL: url,
        // One client of the bench plays many: each request names its own client address.
        TRUST_PROXY: '1',
        SERVER_SECRET,
        LIGHTNING: 'lnd',
        LIGHTNING_URL: `${sandboxUrl}/lnd`,
        LIGHTNING_SECRET: '00',
        PAY_TO,
        FACILITATOR_URL: `${sandboxUrl}/facilitator`,
      },
      port,
    },
    'apart',
  )
  return {
    redis,
    sandbox,
    sandboxUrl,
    worker,
    server,
    url,
    keys: loadKeys(folder, ecdsaOf('native')),
    secrets: { current: serverSecrets({ SERVER_SECRET, X402_NETWORK: 'base' }, 'l402')![0], previous: [] },
    stop: async () => {
      await Promise.all([server.stop(), worker.stop(), sandbox.stop()])
    },
  }
}
