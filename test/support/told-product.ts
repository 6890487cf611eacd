import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { waitFor } from '../../src/launch/demo-stack.ts'

/** Until the first answers lie there, on a machine that has other work. */
const READY_MS = 90_000

/** The whole product, started by another process so that everything that its processes say can be read. */
export interface ToldProduct {
  /** Keys, secrets, and the files of Redis and of the signer. */
  readonly folder: string
  readonly baseUrl: string
  readonly sandboxUrl: string
  readonly adminUrl: string
  readonly redisUrl: string
  readonly payTo: string
  readonly adminSecret: string
  /** Process ids by name, as they were at the start. */
  readonly pids: Readonly<Record<string, number>>
  /** What all processes have logged by now, one JSON line each. */
  log(): string
  /** Until these free paths answer 200; throws what the product said when they do not. */
  ready(...paths: readonly string[]): Promise<void>
  stop(): Promise<void>
}

/**
 * @param allowed `host:port` that the product may call
 * @param env settings on top, for all processes that know them
 */
export const startToldProduct = async (
  allowed: string,
  env: Readonly<Record<string, string>> = {},
): Promise<ToldProduct> => {
  const folder = mkdtempSync(join(tmpdir(), 'claros-told-'))
  const words = [process.execPath, join(import.meta.dir, 'told-stack.ts'), folder, allowed, JSON.stringify(env)]
  const program = Bun.spawn(words, {
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let log = ''
  const listen = async (): Promise<void> => {
    for await (const piece of program.stderr.pipeThrough(new TextDecoderStream())) log += piece
  }
  const listening = listen()
  let first = ''
  for await (const piece of program.stdout.pipeThrough(new TextDecoderStream())) {
    first += piece
    if (first.endsWith('\n')) break
  }
  if (first === '') throw new Error(`the product did not start: ${log}`)
  const said = JSON.parse(first) as Omit<ToldProduct, 'folder' | 'log' | 'ready' | 'stop'>
  return {
    folder,
    ...said,
    log: () => log,
    ready: async (...paths) => {
      for (const path of paths) {
        if (await waitFor(said.baseUrl + path, READY_MS)) continue
        const answer = await fetch(said.baseUrl + path).then(
          (response) => response.text(),
          (problem: unknown) => String(problem),
        )
        const state = program.exitCode === null ? 'runs' : `ended with ${program.exitCode}`
        throw new Error(
          `${path} was not there in time: ${answer}\nThe product ${state} and said:\n${log.slice(-20_000)}`,
        )
      }
    },
    stop: async () => {
      void program.stdin.end()
      await program.exited
      await listening
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
