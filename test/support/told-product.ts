import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

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
  return {
    folder,
    ...(JSON.parse(first) as Omit<ToldProduct, 'folder' | 'log' | 'stop'>),
    log: () => log,
    stop: async () => {
      void program.stdin.end()
      await program.exited
      await listening
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
