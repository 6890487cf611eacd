import { ready, settingsOf } from './door.ts'

/** A process of the product, unchanged, with the settings in its environment. */
export interface ProductSettings {
  readonly door: keyof typeof DOORS
  readonly env: Readonly<Record<string, string>>
  /** The port on which it listens, if it does. */
  readonly port?: number
}

const DOORS = {
  server: () => import('../../src/server.ts'),
  worker: () => import('../../src/worker.ts'),
  sandbox: () => import('../../src/sandbox/main.ts'),
}

const { door, env, port = 0 } = settingsOf<ProductSettings>()
Object.assign(process.env, env)
await DOORS[door]()
ready(port)
