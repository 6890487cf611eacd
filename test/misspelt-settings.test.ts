import { expect, test } from 'bun:test'
import { EVERY_SETTING } from '../src/config.ts'
import { misspeltSettings } from '../src/misspelt-settings.ts'
import { nearestWord } from '../src/nearest-word.ts'

/** Every slip of the hand in the name of every setting. */

const NAMES = Object.keys(EVERY_SETTING)

/** Each letter left out, typed twice, and swapped with the next one. */
const slipsOf = (name: string): readonly string[] =>
  [...name]
    .flatMap((letter, at) => [
      name.slice(0, at) + name.slice(at + 1),
      name.slice(0, at) + letter + name.slice(at),
      name.slice(0, at) + (name[at + 1] ?? '') + letter + name.slice(at + 2),
    ])
    .filter((slip) => !NAMES.includes(slip))

test('each letter left out, doubled or swapped is seen, and the setting that was meant is named', () => {
  for (const name of NAMES)
    for (const given of slipsOf(name))
      expect([given, misspeltSettings({ [given]: 'x' })]).toEqual([given, [{ given, meant: name }]])
  expect(NAMES.length).toBeGreaterThan(50)
})

test('what shells and other programs set is no setting of ours', () => {
  const others =
    'HOME PATH PWD SHELL USER LANG LC_ALL TERM TZ TMPDIR EDITOR PAGER LOGNAME HOSTNAME HOSTTYPE SHLVL DISPLAY COLUMNS ' +
    'MAIL PS1 IFS POST SORT PORTS HOSTS MODEL NODE MORE CODE SPORT GHOST CI DEBUG NODE_ENV NODE_OPTIONS NODE_PATH ' +
    'HTTP_PROXY NO_PROXY SSH_AUTH_SOCK XDG_DATA_DIRS XDG_CONFIG_DIRS XDG_RUNTIME_DIR GOPATH JAVA_HOME VIRTUAL_ENV ' +
    'KUBERNETES_SERVICE_PORT KUBERNETES_SERVICE_HOST SYSTEMD_EXEC_PID INVOCATION_ID npm_config_loglevel INIT_CWD'
  const env = Object.fromEntries(others.split(' ').map((name) => [name, 'x']))
  expect(misspeltSettings(env)).toEqual([])
})

test('a short word is taken for another by its own letters alone; where words are few, two slips are one', () => {
  const words = ['PORT', 'HOST']
  expect(
    ['PROT', 'PRT', 'PPORT', 'port', 'POST', 'SORT', 'PORTS', 'TROP'].map((each) => nearestWord(each, words)),
  ).toEqual(['PORT', 'PORT', 'PORT', 'PORT', null, null, null, null])
  expect(nearestWord('POST', words, 2)).not.toBeNull()
  expect(nearestWord('PORT', words)).toBeNull()
  expect(nearestWord('', words)).toBeNull()
  expect(nearestWord('P'.repeat(41), words, 100)).toBeNull()
})
