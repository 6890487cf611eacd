import { describe, expect, test } from 'bun:test'
import { join, resolve } from 'node:path'
import { EVERY_SETTING } from '../src/config.ts'
import { variablesOf } from '../src/setting-files.ts'
import { SandboxConfig } from '../src/sandbox/config.ts'
import manifest from '../package.json' with { type: 'json' }
import client from '../client/package.json' with { type: 'json' }

/** What a stranger reads first, and whether its commands name what there is. */

const ROOT = resolve(import.meta.dir, '..')
const textOf = (path: string): Promise<string> => Bun.file(join(ROOT, path)).text()

const README = await textOf('README.md')
const PATHS = ['README.md', ...new Bun.Glob('docs/*.md').scanSync(ROOT)].toSorted()
const DOCUMENTS = new Map(await Promise.all(PATHS.map(async (path) => [path, await textOf(path)] as const)))

/** Blocks of shell commands. */
const shellOf = (text: string): readonly string[] =>
  [...text.matchAll(/^```sh\n([^]*?)^```/gm)].map(([, commands]) => commands!)

describe('the README', () => {
  test('shows a purchase, the two commands, what is sold for money and the prices, in this order', () => {
    const places = [
      '(docs/pictures/purchase.svg)',
      'npm run demo ',
      'npm start ',
      '"contentSignature": "',
      '<!-- prices:',
      '(docs/pictures/feeds.png)',
      '<!-- options:',
    ].map((each) => README.indexOf(each))
    expect(places).toEqual(places.toSorted((a, b) => a - b))
    expect(places.includes(-1)).toBe(false)
    expect(README.indexOf('![')).toBe(README.lastIndexOf('![', places[0]))
  })

  test('leaves settings and several machines to documents of their own', () => {
    expect(README).toContain('(docs/settings.md)')
    expect(README).toContain('(docs/machines.md)')
    expect(README).not.toContain('| Setting |')
    expect(DOCUMENTS.get('docs/settings.md')).toContain('| `LIGHTNING_TLS_CERT` |')
  })

  test('has every option of both commands', () => {
    for (const option of ['--port N', '--host ADDRESS', '--data DIR', '--once', '--fast', '--settings', '--help'])
      expect(README).toContain(option)
  })
})

describe('commands of the documents', () => {
  test('of npm are scripts of the package', () => {
    const named = [...DOCUMENTS].flatMap(([path, text]) =>
      [...text.matchAll(/\bnpm run ([\w:]+)/g)].map(([, name]) => [path, name!] as const),
    )
    expect(named.length).toBeGreaterThan(10)
    for (const [path, name] of named) expect([path, name, name in manifest.scripts]).toEqual([path, name, true])
  })

  test('set variables that are settings, or that are read below', () => {
    const ours = [...variablesOf(EVERY_SETTING), ...Object.keys(SandboxConfig.properties)]
    const unknown: string[] = []
    for (const [path, text] of DOCUMENTS) {
      const shell = shellOf(text).join('\n')
      for (const [, name] of shell.matchAll(/(?<![\w$"'?&])([A-Z][A-Z0-9_]+)=/g))
        if (
          !ours.includes(name!) &&
          !new RegExp(`\\$\\{?${name!}\\b|env\\.${name!}\\b`).test(text) &&
          !PROGRAMS.includes(name!)
        )
          unknown.push(`${path}: ${name!}`)
    }
    expect(unknown).toEqual([])
  })

  test('find the demonstration where it is: one line says where, and no other names its folder', () => {
    for (const [path, text] of DOCUMENTS) {
      const named = shellOf(text).flatMap((commands) =>
        commands.split('\n').filter((line) => line.includes('data/demo')),
      )
      for (const line of named) expect([path, line]).toEqual([path, expect.stringMatching(/^DEMO=\$PWD\/data\/demo/)])
    }
  })
})

/** Variables of programs of ours that are no settings of the service. */
const PROGRAMS: readonly string[] = ['CLAROS_URL', 'CLAROS_WALLET_KEY', 'TEST_SEED', 'RECORDED_DIR', 'UPDATE_GOLDEN']

test('the licence is the one that both packages name, and the newest entry of the changes is this version', async () => {
  expect([manifest.license, client.license]).toEqual(['MIT', 'MIT'])
  expect(await textOf('LICENSE')).toStartWith('MIT License\n')
  const [, newest] = /^## (\d+\.\d+\.\d+)/m.exec(await textOf('CHANGELOG.md'))!
  expect([newest, manifest.version, client.version]).toEqual(Array.from({ length: 3 }, () => manifest.version))
})
