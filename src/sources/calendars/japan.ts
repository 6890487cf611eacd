import { type Source, UnreadableReply } from '../query.ts'
import { below, type Element, xml } from '../xml.ts'
import { addDays, zonedTime } from '../zoned.ts'
import { type CalendarEntry, type CalendarSource, isoDate, notEmpty } from './announced.ts'

const source: Source = {
  name: 'statjapan',
  origin: 'https://www.stat.go.jp',
  rate: { requests: 6, perSeconds: 60 },
  timeoutMs: 20_000,
  maxBytes: 1_048_576,
  rights: 'attribution',
  terms: 'https://www.stat.go.jp/info/riyou.html',
  termsNote: 'Compatible with CC BY 4.0: name the Statistics Bureau of Japan; not reviewed by counsel.',
}

const ZONE = 'Asia/Tokyo'

/** The files by name, each with the name of its survey and the parts of it that are nationwide and monthly. */
const FILES = [
  { file: 'e-stat_cpi', survey: '消費者物価指数', area: '全国', part: /^(\d{4})年(\d{1,2})月分$/ },
  { file: 'e-stat_roudou', survey: '労働力調査', area: null, part: /^基本集計(?:\D*(\d{4})年(\d{1,2})月分)?/ },
] as const
type File = (typeof FILES)[number]

const nameOf = ({ attributes }: Element): string => attributes['name'] ?? ''

/** What is not decided yet. */
const OPEN: readonly string[] = ['', '未定']

/**
 * A number of the day or hour in an entry; `null` while it is not decided. One that is missing would be a release that
 * nobody hears of.
 */
const number = (entry: Element, name: string): number | null => {
  const found = below(entry, name)[0]?.text
  if (found !== undefined && OPEN.includes(found)) return null
  if (found === undefined || !/^\d{1,4}$/.test(found))
    throw new UnreadableReply(`${name} of ${nameOf(entry)} is ${found?.slice(0, 20)}`)
  return Number(found)
}

const announced = (
  survey: string,
  entry: Element,
  [, aboutYear, aboutMonth]: readonly (string | undefined)[],
): CalendarEntry | null => {
  const part = (name: string) => number(entry, `release_${name}`)
  const [year, month, day, hour, minute] = [part('year'), part('month'), part('day'), part('hour'), part('minute')]
  if (year === null || month === null || day === null) return null
  const date = addDays(isoDate(year, month, day), 0)
  const isKnown = hour !== null && minute !== null
  if (isKnown && (hour > 23 || minute > 59)) throw new UnreadableReply(`${nameOf(entry)} is at ${hour}:${minute}`)
  return {
    title: survey,
    date,
    at: isKnown ? zonedTime(date, hour, minute, ZONE) : null,
    period: aboutYear && aboutMonth ? `${aboutYear}-${aboutMonth.padStart(2, '0')}` : null,
  }
}

/**
 * When a survey will be published: classes within classes, the last of which hold the day and the hour. Of a month that is
 * told several times the first is the release, at half past eight.
 * https://www.stat.go.jp/data/guide/3.html
 */
const read = (body: string, { survey, area, part }: File): readonly CalendarEntry[] => {
  const root = xml(body)
  if (
    !below(root, 'os_code')
      .concat(root)
      .some((element) => nameOf(element) === survey)
  )
    throw new UnreadableReply(`not the calendar of ${survey}`)
  const areas = below(root, 'class_1').filter((each) => area === null || nameOf(each) === area)
  const found = areas.flatMap((each) =>
    below(each, 'class_2').flatMap((entry) => {
      const named = part.exec(nameOf(entry))
      return (named && announced(survey, entry, named)) ?? []
    }),
  )
  const about = ({ period, date }: CalendarEntry): string => period ?? date
  const first = new Map(found.toReversed().map((event) => [about(event), event]))
  return found.filter((event) => first.get(about(event)) === event)
}

export const japan: CalendarSource = {
  source,
  country: 'JP',
  page: 'https://www.stat.go.jp/data/guide/3.html',
  lists: () =>
    FILES.map((each) => ({
      name: each.file,
      query: {
        provider: source,
        path: `/data/kouhyou/${each.file}.xml`,
        charset: 'utf-16le' as const,
        read: (body: string) => notEmpty(read(body, each)),
      },
    })),
}
