import { afterAll, describe, expect, test } from 'bun:test'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { RUNTIME_MEMORY } from '../../src/launch/environment.ts'
import { until } from '../support/until.ts'
import { onLinux } from '../support/needs.ts'

/** `launch.mjs`, as npm runs it, with what goes wrong around it. Looks into /proc. */

const ROOT = resolve(import.meta.dir, '../..')
const root = mkdtempSync(join(tmpdir(), 'claros-launcher-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const launch = (program: string, args: readonly string[], env: Record<string, string> = {}) =>
  Bun.spawn(['node', join(ROOT, 'launch.mjs'), program, ...args], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })

/** On a busy machine the store may be late for a moment, and says so. It is not what these tests are about. */
const isLateStore = (line: string): boolean => line.includes('"event":"store.refuses"') && line.includes('"silent"')

const ending = async (child: ReturnType<typeof launch>) => {
  const status = await child.exited
  const lines = (await new Response(child.stderr).text()).split('\n')
  return { status, err: lines.filter((line) => !isLateStore(line)).join('\n') }
}

/** Processes that have the folder among their arguments or settings. */
const processesOf = (folder: string): readonly string[] =>
  readdirSync('/proc').filter((name) => {
    try {
      const read = (what: string) => readFileSync(`/proc/${name}/${what}`, 'latin1')
      return /^\d+$/.test(name) && `${read('cmdline')}${read('environ')}`.includes(folder)
    } catch {
      return false
    }
  })

describe.skipIf(!onLinux())('a launcher', () => {
  test('has its folder alone; killed, it leaves nothing running', async () => {
    const data = mkdtempSync(join(root, 'data-'))
    const args = ['--port', '0', '--data', data]
    const first = launch('src/demo/main.ts', args)
    // A demonstration whose tour fails ends by itself, and says why.
    let said = ''
    void (async () => {
      for await (const piece of first.stderr.pipeThrough(new TextDecoderStream())) said += piece
    })()
    await until('the demonstration is up', () => existsSync(join(data, 'demo.json')))
    const before = processesOf(data)
    // Servers and workers hold what they need and no more, whoever starts the launcher.
    const of = (pid: string, what: string) => readFileSync(`/proc/${pid}/${what}`, 'latin1').split('\0')
    const programs = before.filter((pid) => of(pid, 'cmdline').some((word) => /src\/(?:server|worker)\.ts$/.test(word)))
    expect(programs.length).toBeGreaterThan(3)
    for (const pid of programs)
      expect(of(pid, 'environ')).toEqual(
        expect.arrayContaining(RUNTIME_MEMORY.map((name) => expect.stringMatching(new RegExp(`^${name}=[\\d.]+$`)))),
      )

    const second = await ending(launch('src/demo/main.ts', [...args, '--once']))
    expect(second.status).toBe(1)
    expect(second.err).toMatch(/^claros: the data folder \S+ is in use by process \d+\. Stop that one first.*\n$/)
    const running = processesOf(data)
    const complaints = said.split('\n').filter((line) => line !== '' && !isLateStore(line))
    expect({ running, complaints }).toEqual({ running: before, complaints: [] })

    first.kill('SIGKILL')
    await first.exited
    await until('everything left', () => processesOf(data).length === 0)
  }, 120_000)

  test('stopped with SIGTERM it takes everything along and gives the folder back', async () => {
    const data = mkdtempSync(join(root, 'data-'))
    const child = launch('src/demo/main.ts', ['--port', '0', '--data', data])
    await until('the demonstration is up', () => existsSync(join(data, 'demo.json')))
    child.kill('SIGTERM')
    expect(await ending(child)).toEqual({ status: 0, err: '' })
    expect(existsSync(join(data, 'launcher.pid'))).toBe(false)
    await until('everything left', () => processesOf(data).length === 0)
  }, 120_000)

  test('that fails after everything is up, in a way nobody thought of, leaves nothing running', async () => {
    const data = mkdtempSync(join(root, 'data-'))
    mkdirSync(join(data, 'demo.json'))
    const { status, err } = await ending(launch('src/demo/main.ts', ['--once', '--port', '0', '--data', data]))
    expect(status).toBe(1)
    expect(err).toMatch(/^claros: the demonstration failed: .*EISDIR/)
    await until('everything left', () => processesOf(data).length === 0)
  }, 120_000)

  test('whose data folder is a file, or whose port another instance has, says so in a sentence', async () => {
    const file = join(root, 'file')
    writeFileSync(file, '')
    const other = Bun.serve({ hostname: '127.0.0.1', port: 0, reusePort: true, fetch: () => new Response('') })
    const [port, data] = [String(other.port), mkdtempSync(join(root, 'data-'))]
    const settings = { DATA_DIR: data, HOST: '127.0.0.1', ADMIN_PORT: '0' }
    const [demoFile, startFile, demoPort, startPort, startAdmin] = await Promise.all([
      ending(launch('src/demo/main.ts', ['--port', '0', '--data', file])),
      ending(launch('src/start.ts', [], { ...settings, DATA_DIR: file })),
      ending(launch('src/demo/main.ts', ['--port', port, '--data', data])),
      ending(launch('src/start.ts', [], { ...settings, DATA_DIR: mkdtempSync(join(root, 'data-')), PORT: port })),
      ending(launch('src/start.ts', [], { ...settings, PORT: '0', ADMIN_PORT: port })),
    ])
    await other.stop(true)
    for (const { status, err } of [demoFile, startFile]) {
      expect(status).toBe(1)
      expect(err).toMatch(/there is a file of that name/)
      expect(err).not.toMatch(/\.ts:\d+/)
    }
    for (const [{ status, err }, advice] of [
      [demoPort, '--port'],
      [startPort, 'PORT'],
      [startAdmin, 'ADMIN_PORT'],
    ] as const) {
      expect(status).toBe(1)
      expect(err).toMatch(new RegExp(`claros: port ${port} on 127.0.0.1 is taken. .*${advice}`))
      expect(err).not.toMatch(/\.ts:\d+/)
    }
    expect(processesOf(root)).toEqual([])
  }, 120_000)
})
