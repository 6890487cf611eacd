import { DAY_MS, HOUR_MS } from '../../../../time-units.ts'
import { localDate, localTime } from '../../calendar.ts'
import { type Dialect, textual } from '../../dialect.ts'
import type { Announcement } from '../../announced.ts'
import { aboutMonth, releasesOf } from '../../releases.ts'
import type { View } from '../../view.ts'

/** When surveys of the Statistics Bureau of Japan will be published: XML in UTF-16LE. https://www.stat.go.jp/data/guide/3.html */
const ZONE = 'Asia/Tokyo'

const release = (at: number): string => {
  const [year = '', month = '', day = ''] = localDate(at, ZONE).split('-')
  const [hour = '', minute = ''] = localTime(at, ZONE).split(':')
  return `<class_3 name=""><class_4 name=""><class_5 name="">
<release_year>${year}</release_year><release_month>${Number(month)}</release_month><release_day>${Number(day)}</release_day>
<release_hour>${Number(hour)}</release_hour><release_minute>${minute}</release_minute>
</class_5></class_4></class_3>`
}

const named = (name: string, at: number): string => `<class_2 name="${name}">${release(at)}</class_2>`

const about = ({ at }: Announcement): string => {
  const { year, month } = aboutMonth(localDate(at, ZONE))
  return `${year}年${month}月分`
}

/** The detailed tables come in the afternoon. */
const LATER_MS = 5.5 * HOUR_MS

/** Prices of the country, of the capital some weeks earlier, and the mean of a year. */
const prices = (releases: readonly Announcement[]): string => `<os_code name="消費者物価指数" code="00200573">
<class_1 name="全国">${releases.map((each) => named(about(each), each.at)).join('\n')}
${named('2026年平均', (releases.at(-1)?.at ?? 0) + 7 * DAY_MS)}</class_1>
<class_1 name="東京都区部">${releases.map((each) => named(about(each), each.at - 21 * DAY_MS)).join('\n')}</class_1></os_code>`

/** The usual tables, and the detailed ones of a quarter at another hour. */
const labour = (releases: readonly Announcement[]): string => `<os_code name="労働力調査" code="00200531">
<class_1 name="全国">${releases.map((each) => named(`基本集計 ${about(each)}`, each.at)).join('\n')}
${releases.map((each) => named(`詳細集計 ${about(each)}`, each.at + LATER_MS)).join('\n')}</class_1></os_code>`

const FILES: Readonly<Record<string, readonly [kind: string, made: (releases: readonly Announcement[]) => string]>> = {
  '/data/kouhyou/e-stat_cpi.xml': ['cpi', prices],
  '/data/kouhyou/e-stat_roudou.xml': ['unemployment', labour],
}

const upcoming = (view: View, kind: string): readonly Announcement[] =>
  releasesOf(view, 'JP').filter((each) => each.kind === kind && each.at > view.now - 30 * DAY_MS)

const MARK = '\uFEFF'

export const statJapan: Dialect = {
  provider: 'statjapan',
  hosts: ['www.stat.go.jp'],
  serves: 'publication days of prices and of the labour force survey as XML in UTF-16LE',
  answer({ path }, view) {
    const [kind, made] = FILES[path] ?? []
    if (kind === undefined || made === undefined) return textual('text/html', '<h1>404 Not Found</h1>', 404)
    const text = `${MARK}<?xml version="1.0" encoding="UTF-16"?>\n${made(upcoming(view, kind))}\n`
    return { status: 200, contentType: 'application/xml', body: new Uint8Array(Buffer.from(text, 'utf16le')) }
  },
}
