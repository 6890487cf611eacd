import { EVERY_SETTING } from './config.ts'
import { nearestWord } from './nearest-word.ts'
import { variablesOf } from './setting-files.ts'

/** A variable that looks like a setting of ours and is none, and the setting that was meant. */
export interface MisspeltSetting {
  readonly given: string
  readonly meant: string
}

/**
 * Named, not refused: the environment belongs to every program of the machine, and another one may read `LOGLEVEL`. Where
 * the right one is set as well nothing is missing, so nothing is said.
 */
export const misspeltSettings = (env: Readonly<Record<string, string | undefined>>): readonly MisspeltSetting[] => {
  const names = variablesOf(EVERY_SETTING)
  return Object.entries(env).flatMap(([given, value]) => {
    const meant = value ? nearestWord(given, names) : null
    return meant !== null && !env[meant] ? [{ given, meant }] : []
  })
}

/** In words: `PAYTO is no setting. Did you mean PAY_TO?` */
export const misspeltWords = ({ given, meant }: MisspeltSetting): string =>
  `${given} is no setting. Did you mean ${meant}?`
