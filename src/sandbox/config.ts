import { Type } from '@sinclair/typebox'
import { common } from '../config.ts'

/** Settings of the sandbox process. */
export const SandboxConfig = Type.Object({
  LOG_LEVEL: common.LOG_LEVEL,
  SANDBOX_PORT: Type.Integer({
    description: 'Loopback port of the simulated world and the play money',
    default: 8404,
    minimum: 0,
    maximum: 65_535,
  }),
  SANDBOX_SEED: Type.Optional(Type.Integer({ description: 'Same seed, same prices', minimum: 1 })),
})
