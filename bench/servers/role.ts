import { ready, settingsOf } from './door.ts'

/** The worker of the product as it is, with the roles that its environment gives it. */
export interface RoleSettings {
  readonly env: Readonly<Record<string, string>>
}

Object.assign(process.env, settingsOf<RoleSettings>().env)
await import('../../src/worker.ts')
ready(0)
