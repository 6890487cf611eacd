import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type DemoStack, type DemoStackOptions, startDemoStack, waitFor } from '../../src/launch/demo-stack.ts'
import { systemRandom } from '../../src/system/random.ts'
import { keptLog } from './still.ts'

/** The whole product in real processes: Redis, sandbox, workers, servers. */
export interface TestStack extends DemoStack {
  readonly folder: string
}

/** Starts everything in a folder of its own and waits until the given path answers 200. */
export const startTestStack = async (
  options: Partial<Pick<DemoStackOptions, 'workers' | 'servers' | 'env' | 'logLevel'>> = {},
  readyPaths: readonly string[] = ['/oracle/price/btc/usd/preview', '/oracle/price/usdc/usd/preview'],
): Promise<TestStack> => {
  const folder = mkdtempSync(join(tmpdir(), 'claros-stack-'))
  const stack = await startDemoStack({
    folder,
    port: 0,
    random: systemRandom,
    log: keptLog(),
    logLevel: 'error',
    onHopeless: (name) => {
      throw new Error(`${name} did not start`)
    },
    ...options,
  })
  for (const path of readyPaths)
    if (!(await waitFor(stack.baseUrl + path, 110_000))) throw new Error(`${path} did not answer`)
  return {
    ...stack,
    folder,
    stop: async () => {
      await stack.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
