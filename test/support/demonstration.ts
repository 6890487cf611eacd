import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { until } from './until.ts'

/** What the demonstration writes into `demo.json`, as far as a buyer needs it. */
interface Facts {
  readonly baseUrl: string
  readonly sandboxUrl: string
  readonly buyerKey: `0x${string}`
}

export interface Demonstration extends Facts {
  stop(): Promise<void>
}

const ROOT = resolve(import.meta.dir, '../..')

/** `npm run demo`, as the README says it, in a folder of its own. It goes on after its tour. */
export const startDemonstration = async (): Promise<Demonstration> => {
  const room = mkdtempSync(join(tmpdir(), 'claros-demonstration-'))
  // The witness of the signer is written beside it.
  const folder = join(room, 'data')
  const words = ['npm', 'run', 'demo', '--silent', '--', '--port', '0', '--data', folder]
  const child = Bun.spawn(words, { cwd: ROOT, stdio: ['ignore', 'ignore', 'pipe'], detached: true })
  let said = ''
  const listening = (async () => {
    for await (const piece of child.stderr.pipeThrough(new TextDecoderStream())) said += piece
  })()
  const file = join(folder, 'demo.json')
  await until('the demonstration is ready', () => {
    if (child.exitCode !== null) throw new Error(`the demonstration ended: ${said}`)
    return existsSync(file)
  })
  return {
    ...(JSON.parse(readFileSync(file, 'utf8')) as Facts),
    stop: async () => {
      const hasEnded = child.exitCode ?? child.signalCode
      if (hasEnded !== null) throw new Error(`the demonstration ended by itself, ${hasEnded}: ${said}`)
      // As Ctrl-C in a terminal: every process of the group is told.
      process.kill(-child.pid, 'SIGINT')
      await child.exited
      await listening
      rmSync(room, { recursive: true, force: true })
    },
  }
}
