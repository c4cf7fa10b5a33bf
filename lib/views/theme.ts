/** Cookie in which a reader's choice of colours is remembered. */
export const THEME_COOKIE = 'lazaret_theme'
export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

export const themeOf = (text: string | undefined): Theme =>
  THEMES.find((theme) => theme === text) ?? 'system'
