import { copyProject, followExample } from '@/pipeline/tools/testing/worked-example'
import { expect, test } from './demo'

// The app is neither built nor started again: it learns of a domain from the database. Its name puts
// it last of those that share the demo, whose figures it adds to.
test('a domain that is only declared appears in the running app', async ({ as, demo }) => {
  test.setTimeout(240_000)
  const copy = copyProject()
  try {
    await followExample(copy.folder, demo.url)
  } finally {
    copy.remove()
  }
  const page = await as('analyst')
  await page.goto('/')
  await page.locator('summary', { hasText: 'Domain:' }).click()
  await page.getByRole('button', { name: 'Purchasing' }).click()
  const line = page.getByRole('row', { name: /The CNPJ of this vendor is not valid/ })
  await expect(line).toContainText('LFA1_CNPJ_INVALIDO')
  await expect(page.getByRole('row')).toHaveCount(2)
  await line.getByRole('link', { name: /The CNPJ of this vendor/ }).click()
  await expect(page.getByRole('row', { name: /0000000002/ })).toBeVisible()
  // A name came with spaces around it: cutting them off is a flag of its own.
  await page.goto('/flags')
  await expect(page.getByRole('row', { name: /nome_aparado/ })).toBeVisible()
  await page.goto('/runs')
  await expect(page.getByRole('row', { name: /Purchasing/ })).toHaveCount(1)
})
