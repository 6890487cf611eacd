import { describe, expect, test } from 'bun:test'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { witnessBeside } from '../../src/actors/dlc/paths.ts'
import { EVERY_SETTING } from '../../src/config.ts'
import { variablesOf } from '../../src/setting-files.ts'
import { WRONG_SETTING } from '../../src/system/exit-status.ts'
import { SELLS_AGAIN_MS, SILENT_MS } from '../support/failover-times.ts'
import { needs } from '../support/needs.ts'

/** What the service is installed with: units of systemd, an image, manifests. They are checked without starting anything. */

const ROOT = resolve(import.meta.dir, '../..')
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')
const VARIABLES = variablesOf(EVERY_SETTING)
const UNITS = ['ops/systemd/claros.service', 'ops/systemd/claros@.service']

const said = (command: readonly string[]) => {
  const { stdout, stderr, exitCode } = Bun.spawnSync([...command], { cwd: ROOT, stdout: 'pipe', stderr: 'pipe' })
  return { out: stdout.toString(), err: stderr.toString(), exitCode }
}

describe.skipIf(!needs(Bun.which('systemd-analyze') !== null, 'systemd-analyze'))('units of systemd', () => {
  /** The programs of another machine are not here. */
  const verified = (text: string) => {
    const folder = mkdtempSync(join(tmpdir(), 'claros-unit-'))
    const unit = join(folder, 'claros-try.service')
    writeFileSync(unit, text.replaceAll('/usr/bin/node', process.execPath).replaceAll('%i', 'try'))
    try {
      return said(['systemd-analyze', 'verify', unit])
    } finally {
      rmSync(folder, { recursive: true })
    }
  }

  test.each(UNITS)('%s has no fault, and not a word of complaint', (path) => {
    expect(verified(read(path))).toMatchObject({ exitCode: 0, err: '' })
  })

  test('an unknown key is a complaint, though not a bad status', () => {
    const wrong = read(UNITS[0]!).replace('ProtectHome=yes', 'ProtectHouse=yes')
    expect(verified(wrong).err).toContain('ProtectHouse')
  })

  test.each(UNITS)('%s is exposed little', (path) => {
    const { out } = said(['systemd-analyze', 'security', '--offline=true', path])
    expect(Number(/exposure level for \S+: ([\d.]+)/.exec(out)![1])).toBeLessThan(1.5)
  })
})

test.each(UNITS)('%s does not try again after a wrong setting', (path) => {
  expect(read(path)).toContain(`RestartPreventExitStatus=${WRONG_SETTING}\n`)
})

interface Service {
  readonly [member: string]: unknown
  readonly environment?: Readonly<Record<string, string>>
}
const compose = Bun.YAML.parse(read('compose.yaml')) as { readonly services: Readonly<Record<string, Service>> }

describe('compose.yaml', () => {
  test.skipIf(!needs(Bun.which('docker-compose') !== null, 'docker-compose')).each([
    ['as it stands', (text: string) => text, 0],
    ['with an unknown key', (text: string) => text.replace('read_only: true', 'readonly: true'), 1],
  ])('%s is judged by docker-compose', (_what, change, exitCode) => {
    const folder = mkdtempSync(join(tmpdir(), 'claros-compose-'))
    try {
      writeFileSync(join(folder, 'claros.env'), '')
      writeFileSync(join(folder, 'compose.yaml'), change(read('compose.yaml')))
      expect(said(['docker-compose', '-f', join(folder, 'compose.yaml'), 'config', '-q']).exitCode).toBe(exitCode)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  test('every service runs without rights, on a root that it cannot write', () => {
    expect(Object.keys(compose.services)).toEqual(['redis', 'claros'])
    for (const service of Object.values(compose.services)) {
      expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] })
      expect(String(service['user'])).toMatch(/^[1-9]\d+:[1-9]\d+$/)
    }
  })

  test('no log fills the disk', () => {
    for (const service of Object.values(compose.services))
      expect(service['logging']).toEqual({ driver: 'local', options: { 'max-size': '100m', 'max-file': '10' } })
  })

  test('its settings are ours, and its Redis is one that we take', () => {
    for (const name of Object.keys(compose.services['claros']!.environment ?? {})) expect(VARIABLES).toContain(name)
    const command = compose.services['redis']!['command'] as readonly string[]
    const setting = (name: string) => command[command.indexOf(`--${name}`) + 1]
    expect([setting('appendonly'), setting('appendfsync'), setting('maxmemory-policy'), setting('hz')]).toEqual([
      'yes',
      'always',
      'noeviction',
      '100',
    ])
  })
})

test('the image runs as nobody that is root, and starts programs that there are', () => {
  const lines = read('Dockerfile').split('\n')
  const last = (word: string) => lines.findLast((line) => line.startsWith(`${word} `))!.slice(word.length + 1)
  expect(last('USER')).toMatch(/^[1-9]\d+:[1-9]\d+$/)
  const [program] = JSON.parse(last('CMD')) as readonly [string]
  expect([last('ENTRYPOINT'), read(program).length > 0]).toEqual(['["node", "launch.mjs"]', true])
  const left = read('.dockerignore').trim().split('\n')
  for (const secret of ['data', '.git', '*.witness', 'secrets', 'keys', '*.env', '*.token'])
    expect(left).toContain(secret)
})

test('what the image is installed with is all that the installation reads', () => {
  const [, steps] = /^WORKDIR .*\n([^]*?)\nCOPY \. \.$/m.exec(read('Dockerfile'))!
  const folder = mkdtempSync(join(tmpdir(), 'claros-image-'))
  try {
    // The packages are here already: the step asks for nothing but them.
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
    for (const line of steps!.split('\n')) {
      const [word, ...rest] = line.split(' ')
      if (word === 'RUN')
        expect(Bun.spawnSync(rest, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] })).toMatchObject({ exitCode: 0 })
      else for (const file of rest.slice(0, -1)) cpSync(join(ROOT, file), join(folder, rest.at(-1)!, basename(file)))
    }
    expect(steps).toContain('RUN node launch.mjs')
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('each part finds the folders that it writes where its unit makes them', () => {
  const installing = read('docs/installing.md')
  const unit = read('ops/systemd/claros@.service')
  const found: string[] = []
  const made = /^StateDirectory=(.*)$/m.exec(unit)![1]!.split(' ')
  for (const [, part, settings] of installing.matchAll(/^# \/etc\/claros\/(\w+)\.env\n((?:[A-Z_]+=.*\n)+)/gm)) {
    const own = made.map((name) => `/var/lib/${name.replaceAll('%i', part!)}`)
    const named = [...settings!.matchAll(/^(?:KEYS_DIR|LEDGER_DIR|ORACLE_DIR)=(.*)$/gm)].map(([, folder]) => folder!)
    const oracle = /^ORACLE_DIR=(.*)$/m.exec(settings!)?.[1]
    const written = [...named, ...(oracle === undefined ? [] : [witnessBeside(oracle)])]
    const isMade = (folder: string) => own.some((each) => folder === each || folder.startsWith(`${each}/`))
    found.push(part!)
    expect([part, written.filter((folder) => !isMade(folder))]).toEqual([part, []])
  }
  expect(found).toEqual(['server', 'publisher', 'signer', 'courier'])
})

interface Container {
  readonly args: readonly string[]
  readonly env: readonly { readonly name: string; readonly value: string }[]
  readonly [member: string]: unknown
}
interface Manifest {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: { readonly name: string }
  readonly data?: Readonly<Record<string, string>>
  readonly spec: {
    readonly replicas: number
    readonly template: {
      readonly spec: {
        readonly terminationGracePeriodSeconds: number
        readonly securityContext: object
        readonly containers: readonly Container[]
      }
    }
  }
}

describe('manifests of Kubernetes', () => {
  const all = Bun.YAML.parse(read('ops/kubernetes/claros.yaml')) as readonly Manifest[]
  const parts = all.filter(({ kind }) => kind === 'Deployment' || kind === 'StatefulSet')
  const of = (part: string) => parts.find(({ metadata }) => metadata.name === `claros-${part}`)!
  const container = (part: string) => of(part).spec.template.spec.containers[0]!
  const env = (part: string) => Object.fromEntries(container(part).env.map(({ name, value }) => [name, value]))

  test('every role is played, and what has files of its own once', () => {
    const roles = parts.flatMap(({ metadata }) => env(metadata.name.slice('claros-'.length))['ROLES']?.split(',') ?? [])
    expect(roles.toSorted()).toEqual(['bookkeeper', 'courier', 'publisher', 'settler', 'signer'])
    for (const part of ['bookkeeper', 'signer'])
      expect(of(part)).toMatchObject({ kind: 'StatefulSet', spec: { replicas: 1 } })
  })

  test('their settings are ours, and secrets come as files', () => {
    const config = all.flatMap(({ data }) => Object.keys(data ?? {}))
    const own = parts.flatMap(({ metadata }) => Object.keys(env(metadata.name.slice('claros-'.length))))
    for (const name of [...config, ...own]) expect(VARIABLES).toContain(name)
    for (const name of [...config, ...own]) expect(EVERY_SETTING[name]?.['secret']).not.toBe(true)
  })

  test('none of them has rights', () => {
    for (const { spec } of parts) {
      expect(spec.template.spec).toMatchObject({
        automountServiceAccountToken: false,
        securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
      })
      expect(spec.template.spec.containers[0]).toMatchObject({
        securityContext: {
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        },
      })
    }
    const users = parts.map(({ spec }) => Object(spec.template.spec.securityContext).runAsUser as number)
    expect(new Set(users).size).toBe(parts.length)
  })

  test('of what there are two, one stays: on another node, while nodes are emptied, and while a bad release comes', () => {
    const twice = parts.filter(({ spec }) => spec.replicas > 1).map(({ metadata: { name } }) => name)
    expect(twice.toSorted()).toEqual(['claros-courier', 'claros-publisher', 'claros-server'])
    for (const name of twice) {
      const part = { matchLabels: { app: 'claros', part: name.slice('claros-'.length) } }
      expect(all as readonly object[]).toContainEqual({
        apiVersion: 'policy/v1',
        kind: 'PodDisruptionBudget',
        metadata: { name },
        spec: { minAvailable: 1, selector: part },
      })
      const { spec } = parts.find(({ metadata }) => metadata.name === name)!
      expect(spec.template.spec).toMatchObject({
        topologySpreadConstraints: [{ topologyKey: 'kubernetes.io/hostname', labelSelector: part }],
      })
      // A server is asked whether it is ready; of the others only staying says so.
      const isAsked = 'readinessProbe' in spec.template.spec.containers[0]!
      expect([name, isAsked || Number(Object(spec).minReadySeconds) >= 90]).toEqual([name, true])
    }
  })

  test('a server is out of the list before it goes', () => {
    const { readinessProbe } = container('server') as Container & {
      readonly readinessProbe: {
        readonly httpGet: { readonly path: string }
        readonly periodSeconds: number
        readonly failureThreshold: number
      }
    }
    const drain = Number(env('server')['DRAIN_SECONDS'])
    expect(readinessProbe.httpGet.path).toBe('/health')
    expect(drain).toBeGreaterThan(readinessProbe.periodSeconds * readinessProbe.failureThreshold)
    // A server ends within 30 s of that.
    expect(of('server').spec.template.spec.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(drain + 30)
  })
})

test('operators are told of a failover what its tests ask for', () => {
  const told = read('docs/installing.md').replace(/\s+/g, ' ')
  for (const setting of ['down-after-milliseconds', 'cluster-node-timeout'])
    expect(told).toContain(`${setting} ${SILENT_MS}`)
  const within = [...told.matchAll(/sales go on within (\d+) s /g)].map(([, seconds]) => Number(seconds) * 1_000)
  expect(within).toEqual([SELLS_AGAIN_MS, SELLS_AGAIN_MS])
})
