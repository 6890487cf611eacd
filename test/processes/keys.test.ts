import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { closeSync, openSync, readdirSync, readFileSync, readlinkSync, readSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { privateKeyToAccount } from 'viem/accounts'
import { buyerL402, buyerV2, sandboxWallet } from '../../src/demo/buyers.ts'
import { asRoot, onLinux } from '../support/needs.ts'
import { startTestStack, type TestStack } from '../support/stack.ts'

/**
 * Keys only in workers, shown on the real processes: the server has the signing secrets neither in its environment,
 * arguments, open files, memory or import graph, and it is somebody who could not open the files.
 */

/** Other processes can be looked into by root alone, and in /proc. */
const canLook = [asRoot(), onLinux()].every(Boolean)

const NOBODY = '65534'
const SRC = resolve(import.meta.dir, '../../src')

let stack: TestStack
let keyFiles: readonly string[] = []
let secrets: readonly Buffer[] = []

const pidOf = (name: string): number => {
  const child = stack.children.find((each) => each.name === name)
  if (!child) throw new Error(`no ${name}`)
  return child.pid
}

beforeAll(async () => {
  // A relay that nobody answers at: the key is read all the same.
  stack = await startTestStack({ env: { NOSTR_RELAYS: 'ws://127.0.0.1:9', OUTBOUND_ALLOW: '127.0.0.1:9' } })
  const folder = join(stack.folder, 'keys')
  keyFiles = readdirSync(folder)
    .toSorted()
    .map((name) => join(folder, name))
  secrets = keyFiles.map((path) => Buffer.from(readFileSync(path, 'utf8').trim(), 'hex'))
}, 120_000)

afterAll(async () => {
  await stack.stop()
}, 120_000)

/** Every way in which a secret could stand in a process: as bytes, as text of one or two bytes a letter, as base64. */
const spellings = (secret: Buffer): readonly Buffer[] => {
  const hex = secret.toString('hex')
  return [
    secret,
    Buffer.from(hex),
    Buffer.from(hex.toUpperCase()),
    Buffer.from(hex, 'utf16le'),
    Buffer.from(secret.toString('base64').slice(0, 40)),
    // As a number: 256 bits, least significant limb first.
    Buffer.from(secret).reverse(),
  ]
}

const PAGE = 4_096
const PIECE = 1 << 20
/** No spelling is longer, so none is missed across the seam of two pieces. */
const OVERLAP = 256

/** Which pages of a stretch are in memory or swapped out: a runtime reserves far more than it uses. */
const presentPages = (pagemap: number, from: number, to: number): readonly [number, number][] => {
  const entries = new Uint8Array(((to - from) / PAGE) * 8)
  const read = readSync(pagemap, entries, 0, entries.length, (from / PAGE) * 8)
  const runs: [number, number][] = []
  for (let page = 0; page < read / 8; page++) {
    // Bit 63 says present, bit 62 swapped (Documentation/admin-guide/mm/pagemap.rst).
    if ((entries[page * 8 + 7]! & 0xc0) === 0) continue
    const at = from + page * PAGE
    const last = runs.at(-1)
    if (last && last[1] === at) last[1] = at + PAGE
    else runs.push([at, at + PAGE])
  }
  return runs
}

/** Looks for all needles in everything that a process has in memory. */
const scan = (pid: number, needles: readonly Buffer[]) => {
  const memory = openSync(`/proc/${pid}/mem`, 'r')
  const pagemap = openSync(`/proc/${pid}/pagemap`, 'r')
  const buffer = Buffer.alloc(PIECE + OVERLAP)
  const found = needles.map(() => 0)
  let bytes = 0
  try {
    for (const line of readFileSync(`/proc/${pid}/maps`, 'utf8').split('\n')) {
      const map = /^([0-9a-f]+)-([0-9a-f]+) (r...) \S+ \S+ \S+\s*(.*)$/.exec(line)
      if (!map || map[4] === '[vvar]' || map[4] === '[vsyscall]') continue
      for (const [from, to] of presentPages(pagemap, Number.parseInt(map[1]!, 16), Number.parseInt(map[2]!, 16)))
        for (let at = from; at < to; at += PIECE) {
          let got = 0
          try {
            got = readSync(memory, buffer, 0, Math.min(PIECE + OVERLAP, to - at), at)
          } catch {
            // Unmapped meanwhile: the process is running.
          }
          bytes += Math.min(got, PIECE)
          const piece = buffer.subarray(0, got)
          needles.forEach((needle, index) => {
            if (piece.includes(needle)) found[index]!++
          })
        }
    }
  } finally {
    closeSync(memory)
    closeSync(pagemap)
  }
  return { bytes, found }
}

const environOf = (pid: number): readonly string[] =>
  readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0').filter(Boolean)

const openFilesOf = (pid: number): readonly string[] =>
  readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
    try {
      return [readlinkSync(`/proc/${pid}/fd/${fd}`)]
    } catch {
      return []
    }
  })

const BUYER = `0x${'5b'.repeat(32)}` as const

const fileName = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

/** What each worker holds in its memory, and nothing else. */
const HELD = {
  'worker-1': ['l402.secp256k1.key', 'x402.ed25519.key'],
  signer: ['dlc.nonce-root.key', 'dlc.signing.key'],
  courier: ['nostr.bip340.key', 'webhook.ed25519.key'],
}

const fund = async (): Promise<void> => {
  const body = JSON.stringify({ address: privateKeyToAccount(BUYER).address, amount: '1000000' })
  expect((await fetch(`${stack.sandboxUrl}/chain/fund`, { method: 'POST', body })).status).toBe(200)
}

describe.skipIf(!canLook)('the server process', () => {
  test('there are keys to look for, in files that their owner alone may read', () => {
    expect(secrets.length).toBeGreaterThanOrEqual(2)
    for (const secret of secrets) expect(secret.length).toBe(32)
    for (const path of keyFiles) expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(statSync(dirname(keyFiles[0]!)).mode & 0o777).toBe(0o700)
  })

  test('environment and arguments name no key and no folder of keys; the worker is told where they are', () => {
    const folder = dirname(keyFiles[0]!)
    const told = [...environOf(pidOf('server-1')), readFileSync(`/proc/${pidOf('server-1')}/cmdline`, 'latin1')].join(
      '\n',
    )
    expect(told).toContain('PORT=')
    expect(told).not.toContain(folder)
    expect(told).not.toContain('KEYS_DIR')
    for (const secret of secrets)
      for (const needle of spellings(secret)) expect(told).not.toContain(needle.toString('latin1'))
    expect(environOf(pidOf('worker-1'))).toContain(`KEYS_DIR=${folder}`)
  })

  test('no key is among its open files, nor any other file of the data folder', () => {
    const open = openFilesOf(pidOf('server-1'))
    expect(open.length).toBeGreaterThan(3)
    expect(open.filter((path) => path.startsWith(stack.folder))).toEqual([])
    const mapped = readFileSync(`/proc/${pidOf('server-1')}/maps`, 'utf8')
    expect(mapped).not.toContain(stack.folder)
  })

  test('no key is in its memory, in any spelling; the same look finds each in the one worker that has it', async () => {
    // After sales on both rails: what a server could learn by selling it has learnt now.
    const url = `${stack.baseUrl}/oracle/price/btc/usd`
    await fund()
    for (const buy of [buyerL402(sandboxWallet(stack.sandboxUrl)), buyerV2(BUYER)])
      expect((await buy(url)).status).toBe(200)
    const needles = secrets.flatMap(spellings)
    const each = needles.length / secrets.length
    const heldBy = (name: string): readonly string[] => {
      const { found } = scan(pidOf(name), needles)
      return keyFiles
        .filter((_, at) => found.slice(at * each, (at + 1) * each).some((count) => count > 0))
        .map(fileName)
    }
    expect(Object.fromEntries(Object.keys(HELD).map((name) => [name, heldBy(name)]))).toEqual(HELD)

    const own = environOf(pidOf('server-1')).flatMap((line) => /_SECRET=([0-9a-f]{64})$/.exec(line)?.[1] ?? [])
    expect(own.length).toBeGreaterThan(0)
    // The server's own secret, which it does hold, shows that its memory was really read.
    const server = scan(pidOf('server-1'), [...needles, Buffer.from(own[0]!)])
    expect(server.bytes).toBeGreaterThan(20_000_000)
    expect(server.found.at(-1)).toBeGreaterThan(0)
    expect(server.found.slice(0, -1)).toEqual(needles.map(() => 0))
  })

  test('it is nobody, without any capability, and cannot become anybody else', () => {
    const tasks = `/proc/${pidOf('server-1')}/task`
    // Linux gives every thread an identity of its own: one that stayed root would be a way back.
    for (const task of readdirSync(tasks)) {
      const status = readFileSync(join(tasks, task, 'status'), 'utf8')
      const line = (name: string) => new RegExp(`^${name}:[ \\t]*(.*)$`, 'm').exec(status)?.[1]?.trim()
      expect(line('Uid')?.split(/\s+/)).toEqual([NOBODY, NOBODY, NOBODY, NOBODY])
      expect(line('Gid')?.split(/\s+/)).toEqual([NOBODY, NOBODY, NOBODY, NOBODY])
      expect(line('Groups')).toBe('')
      for (const set of ['CapEff', 'CapPrm', 'CapAmb']) expect(Number.parseInt(line(set)!, 16)).toBe(0)
    }
  })

  test('whoever it is cannot open the key files, list their folder or read the secrets beside it', () => {
    const as = (user: string, ...command: string[]) =>
      Bun.spawnSync(['setpriv', `--reuid=${user}`, `--regid=${user}`, '--clear-groups', ...command])
    for (const path of keyFiles) {
      expect(as('0', 'cat', path).stdout.toString().trim()).toMatch(/^[0-9a-f]{64}$/)
      const tried = as(NOBODY, 'cat', path)
      expect({ status: tried.exitCode, out: tried.stdout.toString() }).toEqual({ status: 1, out: '' })
      expect(tried.stderr.toString()).toContain('Permission denied')
    }
    for (const folder of ['keys', 'secrets', 'redis'])
      expect(as(NOBODY, 'ls', join(stack.folder, folder)).exitCode).not.toBe(0)
    expect(as(NOBODY, 'cat', `/proc/${pidOf('worker-1')}/environ`).exitCode).not.toBe(0)
  })
})

/** Everything that a door loads of ours, walked over the imports as they are written, types and feeds included. */
const reachable = (program: string): ReadonlySet<string> => {
  const seen = new Set<string>()
  const walk = (path: string): void => {
    if (seen.has(path)) return
    seen.add(path)
    const text = readFileSync(path, 'utf8')
    for (const [, plain, dynamic] of text.matchAll(
      /(?:from|^import)\s+'(\.[^']+)'|import\(\s*['"`](\.[^'"`]+)['"`]/gm,
    )) {
      const specifier = plain ?? dynamic!
      if (!specifier.includes('${')) walk(resolve(dirname(path), specifier))
    }
    // The registry imports whatever ends like this.
    if (path.endsWith('/feeds/registry.ts'))
      for (const feed of new Bun.Glob('**/*.feed.ts').scanSync(dirname(path))) walk(resolve(dirname(path), feed))
  }
  walk(join(SRC, program))
  return new Set([...seen].map((path) => relative(SRC, path)))
}

describe('the import graph', () => {
  const READS_KEYS = 'actors/publisher/keys.ts'

  test('from server.ts nothing of the actors is reached, and nothing that knows of a folder of keys', () => {
    const server = reachable('server.ts')
    expect(server.has('http/paywall/paywall.ts')).toBe(true)
    expect(server.size).toBeGreaterThan(60)
    expect([...server].filter((path) => path.startsWith('actors/'))).toEqual([])
    const knowing = [...server].filter((path) => readFileSync(join(SRC, path), 'utf8').includes('KEYS_DIR'))
    // The table of settings, which is one for all processes, describes it.
    expect(knowing).toEqual(['config.ts'])
  })

  test('the same walk from worker.ts finds the reader of keys', () => {
    expect(reachable('worker.ts').has(READS_KEYS)).toBe(true)
  })
})
