import { createWriteStream } from 'node:fs'
import { join } from 'node:path'

/** Starts `product.ts`, and asks it for its processes. */

export interface ProductSettings {
  readonly folder: string
  /** `host:port` that the product may call. */
  readonly allowed: string
  readonly workers: number
  readonly servers: number
}

export interface StartedProduct {
  readonly baseUrl: string
  readonly sandboxUrl: string
  readonly adminUrl: string
  readonly redisUrl: string
  readonly payTo: string
}

export interface Product extends StartedProduct {
  readonly folder: string
  /** Of the launcher, which starts again what dies. */
  readonly launcherPid: number
  /** Process ids by name, as they are now. */
  pids(): Promise<Readonly<Record<string, number>>>
  /** Lines of the log by level and event: `warn child.died`. */
  readonly logged: ReadonlyMap<string, number>
  stop(): Promise<void>
}

/** Lines as they come; `null` once there are no more. */
const lineReader = (stream: ReadableStream<Uint8Array<ArrayBuffer>>) => {
  const pieces = stream.pipeThrough(new TextDecoderStream()).getReader()
  let held = ''
  return async (): Promise<string | null> => {
    while (!held.includes('\n')) {
      const { done, value } = await pieces.read()
      if (done) return null
      held += value
    }
    const end = held.indexOf('\n')
    const line = held.slice(0, end)
    held = held.slice(end + 1)
    return line
  }
}

const kindOfLine = (line: string): string => {
  try {
    const { level, event } = JSON.parse(line) as { readonly level?: unknown; readonly event?: unknown }
    return `${String(level)} ${String(event)}`
  } catch {
    return 'no JSON'
  }
}

/** @param logFile where everything goes that the processes say */
export const openProduct = async (settings: ProductSettings, logFile: string): Promise<Product> => {
  const words = [process.execPath, '--no-install', join(import.meta.dir, 'product.ts'), JSON.stringify(settings)]
  const child = Bun.spawn(words, { stdio: ['pipe', 'pipe', 'pipe'], detached: true })
  const logged = new Map<string, number>()
  const log = createWriteStream(logFile)
  const listening = (async () => {
    const next = lineReader(child.stderr)
    for (let line = await next(); line !== null; line = await next()) {
      log.write(`${line}\n`)
      const kind = kindOfLine(line)
      logged.set(kind, (logged.get(kind) ?? 0) + 1)
    }
    await new Promise<void>((closed) => log.end(closed))
  })()
  const next = lineReader(child.stdout)
  const answer = async <T>(): Promise<T> => {
    const line = await next()
    if (line !== null) return JSON.parse(line) as T
    await listening
    throw new Error(`the product has ended; what it said is in ${logFile}`)
  }
  const started = await answer<StartedProduct>()
  // One question at a time: answers come in the order of the questions.
  let asking: Promise<unknown> = Promise.resolve()
  const ask = async () => {
    child.stdin.write('\n')
    await child.stdin.flush()
    return answer<Readonly<Record<string, number>>>()
  }
  return {
    ...started,
    folder: settings.folder,
    launcherPid: child.pid,
    logged,
    pids: () => {
      const asked = asking.then(ask)
      asking = asked.catch(() => {})
      return asked
    },
    stop: async () => {
      await child.stdin.end()
      await child.exited
      await listening
    },
  }
}
