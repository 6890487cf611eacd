import { describe, expect, test } from 'bun:test'
import { BadConfig, type WorkerConfig } from '../../src/config.ts'
import { registry } from '../../src/feeds/registry.ts'
import {
  allowedBy,
  cadencesOf,
  describeClosed,
  keysOf,
  licensedOf,
  originsOf,
  tellAllRights,
} from '../../src/roles/provider-settings.ts'
import { permission } from '../../src/sources/permission.ts'
import { keptLog } from '../support/still.ts'
import { openMeteoArchive } from '../../src/sources/weather/open-meteo-archive.ts'

const thrown = (read: () => unknown): unknown => {
  try {
    return read()
  } catch (problem) {
    return problem
  }
}

const KEYS = 'openmeteoarchive=first-key, openmeteomarine=second-key'

describe('settings that name providers', () => {
  test('are read for whoever may be asked, also about subjects that nobody knows beforehand', () => {
    expect(keysOf(KEYS)).toEqual({ openmeteoarchive: 'first-key', openmeteomarine: 'second-key' })
    expect(licensedOf('openmeteoarchive, openmeteomarine')).toEqual(['openmeteoarchive', 'openmeteomarine'])
    expect(originsOf('openmeteoarchive=http://weather.internal:8080')).toEqual({
      openmeteoarchive: 'http://weather.internal:8080',
    })
    expect(cadencesOf('fill/price/spot/BTC-USD=3600')).toEqual({ 'fill/price/spot/BTC-USD': 3_600 })
    for (const none of [keysOf(undefined), originsOf(undefined), cadencesOf('')]) expect(none).toEqual({})
    expect(licensedOf(undefined)).toEqual([])
  })

  test.each([
    [() => keysOf('fred=first-key,nobody=k'), 'PROVIDER_KEYS: what stands at place 2 names no provider'],
    [() => keysOf('fred='), 'PROVIDER_KEYS: the key of fred has fewer than 8 characters'],
    [() => keysOf('fred=seven77'), 'PROVIDER_KEYS: the key of fred has fewer than 8 characters'],
    [() => keysOf('kraken=k'), 'PROVIDER_KEYS: kraken takes no key'],
    [() => licensedOf('openmeteo'), 'SOURCES_LICENSED: no provider is called openmeteo'],
    [() => originsOf('openmeteoarchive=wss://x'), 'PROVIDER_ORIGINS: openmeteoarchive needs an address like https://'],
    [() => originsOf('fred=https://x,nobody=https://x'), 'PROVIDER_ORIGINS: what stands at place 2 names no provider'],
    [() => cadencesOf('price/spott=3'), 'CADENCES: no actor starts with price/spott'],
  ])('that are wrong are refused: %#', (read, message) => {
    expect(read).toThrow(BadConfig)
    expect(read).toThrow(message)
  })

  test('never show a key that was written wrongly', () => {
    expect(() => keysOf('my-secret-key')).toThrow('PROVIDER_KEYS must look like name=value,name=value')
    // Without a name, the wrong way round, with a comma in it, of a provider that takes none, too short.
    for (const written of [
      'my-secret-key',
      'my-secret-key=fred',
      'fred=first-key,my-secret-key=',
      'kraken=my-secret-key',
    ])
      expect(String(thrown(() => keysOf(written)))).not.toContain('my-secret-key')
    expect(String(thrown(() => keysOf('fred=secret')))).not.toContain('secret')
    // In the address of a node: without a name, of nobody, of a wrong kind, cut by a comma.
    for (const written of [
      'https://x/my-secret-key',
      'my-secret-key=x',
      'fred=x/my-secret-key',
      'fred=https://x,my-secret-key',
    ])
      expect(String(thrown(() => originsOf(written)))).not.toContain('my-secret-key')
  })
})

test('that no right closes anything is said once, and whose the data is', () => {
  const told = (settings: Pick<WorkerConfig, 'SOURCES_RIGHTS' | 'UPSTREAM_ORIGIN'>) => {
    const log = keptLog()
    tellAllRights(settings, log)
    return log.lines.map(({ event, fields }) => `${event}: ${(fields as { message: string }).message}`)
  }
  const all = 'sources.all_allowed: data of every source is used, whatever its rights: '
  expect(told({ SOURCES_RIGHTS: 'all', UPSTREAM_ORIGIN: 'http://127.0.0.1:9000' })).toEqual([
    `${all}it is simulated and our own`,
  ])
  expect(told({ SOURCES_RIGHTS: 'all' })).toEqual([`${all}to sell it needs agreements`])
  expect(told({ SOURCES_RIGHTS: 'permitted' })).toEqual([])
})

test('what stays closed, and what opens it, is one sentence', () => {
  const closedBy = (settings: Partial<WorkerConfig>) =>
    describeClosed(allowedBy({ SOURCES_RIGHTS: 'permitted', ...settings } as WorkerConfig).closed)
  expect(closedBy({ SOURCES_RIGHTS: 'all' })).toBe(null)
  expect(closedBy({})).toBe(
    'These feeds stay closed: index/contagion, index/equity-stress, index/nq-volatility, intel/divergence, regime/tradfi until EQUITY_FILE or SOURCES_LICENSED (cboe, yahoo) is given; econ/surprises until CALENDAR_ESTIMATES or SOURCES_LICENSED (tradingview) is given',
  )
  // What a setting opens is named with no other setting.
  expect(closedBy({ CALENDAR_ESTIMATES: 'estimates.csv' })).not.toContain('econ/surprises')
  expect(closedBy({ SOURCES_LICENSED: 'cboe' })).toBe(
    'These feeds stay closed: econ/surprises until CALENDAR_ESTIMATES or SOURCES_LICENSED (tradingview) is given',
  )
  const open = closedBy({ SOURCES_RIGHTS: 'open' })!
  expect(open).toContain('; marine/vessel until SOURCES_LICENSED (digitraffic) is given')
  expect(open).toMatch(
    /econ\/us \(in part\) until PROVIDER_KEYS \(bea, fred\) or SOURCES_LICENSED \(fredgraph, nyfed\) is/,
  )
  expect(open).toMatch(/SOURCES_LICENSED \(1rpc-ethereum, [^)]* and 17 more\)/)
  for (const absent of ['price/metals', 'native', 'measure/perp-runs', 'econ/commodities,'])
    expect(open).not.toContain(absent)
})

test('a source that is not to be sold is asked by those alone who have bought it', () => {
  const { source: open } = openMeteoArchive
  const [needed, granted] = [
    { source: 'openmeteoarchive', reason: 'needs_key', setting: 'PROVIDER_KEYS' },
    null,
  ] as const
  expect(permission('permitted')(open)).toEqual(needed)
  expect(permission('permitted', licensedOf('openmeteoarchive'))(open)).toBe(granted)
  expect(permission('open', [], Object.keys(keysOf(KEYS)))(open)).toBe(granted)
  // A licence for one is none for another.
  const { source: other } = registry.boards.find(({ source }) => source.rights === 'attribution' && !source.keyed)!
  const { name } = other
  expect(permission('open', licensedOf('openmeteoarchive'))(other)).toEqual({
    source: name,
    reason: 'not_licensed',
    setting: 'SOURCES_LICENSED',
  })
})
