import { ready, settingsOf } from './process.ts'

/** A process of the product, unchanged, with the settings in its environment. */
export interface ProductSettings {
  readonly program: keyof typeof PROGRAMS
  readonly env: Readonly<Record<string, string>>
  /** The port on which it listens, if it does. */
  readonly port?: number
}

const PROGRAMS = {
  server: () => import('../../src/server.ts'),
  worker: () => import('../../src/worker.ts'),
  sandbox: () => import('../../src/sandbox/main.ts'),
}

const { program, env, port = 0 } = settingsOf<ProductSettings>()
Object.assign(process.env, env)
await PROGRAMS[program]()
ready(port)
