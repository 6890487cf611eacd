/** The colours of the page as a canvas needs them, computed in the scheme that is on now. */
export interface Colours {
  readonly ink: string
  readonly muted: string
  readonly line: string
  readonly accent: string
  readonly ground: string
}

export const coloursAt = (element: HTMLElement): Colours => {
  const probe = document.createElement('i')
  element.append(probe)
  const computed = (name: string): string => {
    probe.style.color = `var(--${name})`
    return getComputedStyle(probe).color
  }
  const colours = {
    ink: computed('ink'),
    muted: computed('muted'),
    line: computed('line'),
    accent: computed('accent'),
    ground: computed('sheet'),
  }
  probe.remove()
  return colours
}

/** The same colour, as strong as told: 0 to 1. */
export const faded = (rgb: string, strength: number): string => {
  const [r = '0', g = '0', b = '0'] = rgb.match(/[\d.]+/g) ?? []
  return `rgba(${r}, ${g}, ${b}, ${strength})`
}

/** Calls when the scheme changes; gives back what ends it. */
export const onScheme = (changed: () => void): (() => void) => {
  const dark = matchMedia('(prefers-color-scheme: dark)')
  dark.addEventListener('change', changed)
  return () => dark.removeEventListener('change', changed)
}
