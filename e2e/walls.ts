/** How a wall is looked at: sizes, and what must not be seen on it. */
import type { Page } from '@playwright/test'

export const WALL_SIZES = [
  { width: 1920, height: 1080 },
  { width: 3840, height: 2160 },
] as const
/** A screen that stands upright. */
export const PORTRAIT = { width: 1080, height: 1920 }

/** Whatever does not fit: pages that scroll, and boxes with more in them than they show. */
export function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, scrollHeight } = document.documentElement
    const found =
      scrollWidth > innerWidth || scrollHeight > innerHeight
        ? [`the page scrolls: ${scrollWidth} × ${scrollHeight}`]
        : []
    for (const box of document.querySelectorAll<HTMLElement>('main, main *')) {
      if (box instanceof SVGElement || getComputedStyle(box).overflow === 'visible') continue
      // Inter's ascenders stand a pixel or two out of a tight line.
      const slack = 0.004 * innerHeight
      if (box.scrollWidth > box.clientWidth + 1 || box.scrollHeight > box.clientHeight + slack)
        found.push(
          `${box.tagName} ${box.scrollWidth} × ${box.scrollHeight} in ${box.clientWidth} × ${box.clientHeight}: ${box.textContent}`,
        )
    }
    return found
  })
}

/** Height of the digits of each big number, as a share of the screen's. */
export function heroHeights(page: Page): Promise<number[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('main section > h2 + p')]
      .filter((p) => Number.parseFloat(getComputedStyle(p).fontSize) > 0.1 * innerHeight)
      .map((p) => {
        const context = document.createElement('canvas').getContext('2d')
        if (!context) return 0
        const { fontWeight, fontSize, fontFamily } = getComputedStyle(p)
        context.font = `${fontWeight} ${fontSize} ${fontFamily}`
        return context.measureText('0').actualBoundingBoxAscent / innerHeight
      }),
  )
}
