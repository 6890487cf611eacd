import { afterAll, describe, expect, test } from 'bun:test'
import { existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildWeb, tryToBuildWeb } from '../../src/launch/build-web.ts'
import { readWebFiles } from '../../src/server/web-files.ts'
import { WEB_MANIFEST, type WebManifest } from '../../src/web-manifest.ts'
import { keptLog } from '../support/still.ts'
import { testFolder } from '../support/test-folder.ts'

const { folder: parent, remove } = testFolder()
const folder = join(parent, 'web')
afterAll(remove)

const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8)

describe('the pages are built', () => {
  test('into a folder that every user may read, with a list of what is there', async () => {
    const manifest = await buildWeb(folder)
    const names = [manifest.html, ...manifest.assets.map(({ name }) => name), WEB_MANIFEST]
    expect(readdirSync(folder).toSorted()).toEqual(names.toSorted())
    expect(modeOf(folder)).toBe('755')
    for (const name of names) expect(modeOf(join(folder, name))).toBe('644')
    expect(manifest.assets.map(({ name }) => name)).toContain(manifest.favicon)
    expect(manifest.assets.map(({ name }) => name)).not.toContain(manifest.html)
  })

  test('in place of earlier ones, and nothing else is touched', async () => {
    const first = await buildWeb(folder)
    const old = 'index-00000000.js'
    const list = { ...first, assets: [...first.assets, { name: old, type: 'text/javascript' }] }
    writeFileSync(join(folder, WEB_MANIFEST), JSON.stringify(list))
    for (const name of [old, 'notes.txt']) writeFileSync(join(folder, name), 'a')
    expect(await buildWeb(folder)).toEqual(first)
    expect([old, 'notes.txt'].map((name) => existsSync(join(folder, name)))).toEqual([false, true])
    rmSync(join(folder, 'notes.txt'))
  })

  test('over a list that cannot be read', async () => {
    writeFileSync(join(folder, WEB_MANIFEST), '{"html":"../../keep","favicon":"a.svg","assets":[]}')
    const manifest = await buildWeb(folder)
    expect(existsSync(join(folder, manifest.html))).toBe(true)
  })

  test('or a line in the log says why not, and the start goes on', async () => {
    const log = keptLog()
    writeFileSync(join(parent, 'file'), 'in the way')
    expect(await tryToBuildWeb(join(parent, 'file', 'below'), log)).toBeUndefined()
    expect(log.lines).toMatchObject([
      { level: 'warn', event: 'pages.not_built', fields: { consequence: 'browsers get JSON' } },
    ])
    const other = keptLog()
    expect(await tryToBuildWeb(join(parent, 'other'), other)).toBe(join(parent, 'other'))
    expect(other.lines).toEqual([])
  })
})

describe('a server reads them', () => {
  test('whole', async () => {
    const manifest = await buildWeb(folder)
    const log = keptLog()
    const files = readWebFiles(folder, log)!
    expect(files.html).toStartWith('<!doctype html>')
    expect(files.assets.map(({ name, type }) => ({ name, type }))).toEqual([...manifest.assets])
    for (const { name, bytes } of files.assets) expect(bytes.length).toBe(statSync(join(folder, name)).size)
    expect(log.lines).toEqual([])
  })

  test('or goes on without them, and says so', async () => {
    const log = keptLog()
    expect(readWebFiles(undefined, log)).toBeNull()
    expect(readWebFiles(join(parent, 'nowhere'), log)).toBeNull()
    expect(log.lines.map(({ level, event }) => [level, event])).toEqual([
      ['info', 'pages.none'],
      ['warn', 'pages.unreadable'],
    ])
  })

  test.each([
    ['no JSON', () => '{'],
    ['no list', () => '{}'],
    ['a name that leads elsewhere', (list: WebManifest) => JSON.stringify({ ...list, html: '../secret.html' })],
    ['a file that is not there', (list: WebManifest) => JSON.stringify({ ...list, html: 'none.html' })],
    [
      'a type that is none',
      (list: WebManifest) =>
        JSON.stringify({ ...list, assets: [{ ...list.assets[0]!, type: 'text/javascript\r\nset-cookie: a' }] }),
    ],
  ])('whose list has %s: nothing is served', async (_what, write) => {
    writeFileSync(join(parent, 'secret.html'), 'a secret')
    writeFileSync(join(folder, WEB_MANIFEST), write(await buildWeb(folder)))
    const log = keptLog()
    expect(readWebFiles(folder, log)).toBeNull()
    expect(log.lines).toMatchObject([{ event: 'pages.unreadable' }])
  })
})
