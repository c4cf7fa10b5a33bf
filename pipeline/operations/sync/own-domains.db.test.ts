/** Domains of one's own, written as data in a folder of their own. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { Db } from '@/lib/shared/db/connection'
import { createTestDatabase } from '@/lib/shared/db/testing'
import { loadDomains } from '@/pipeline/engine/define/load'
import type { Domain } from '@/pipeline/engine/define/schema'
import { runDelivery } from '@/pipeline/operations/run/deliver'
import { syncDeclarations } from '.'

const DOMAIN = `name: compras
title: Purchasing
datasets:
  - fornecedores.yaml
`
const DATASET = `name: fornecedores
title: { pt-BR: Fornecedores }
prefix: LFA1
owner: Compras
sources: [{ file: LFA1, columns: [LIFNR, LAND1, LIMITE] }]
columns:
  cod_fornecedor: { from: LIFNR, type: text }
  pais: { from: LAND1, type: text }
  limite: { from: LIMITE, type: 'numeric(9,2)' }
key: [cod_fornecedor]
rules:
  - code: LFA1_PAIS_AUSENTE
    kind: required
    column: pais
    text: { means: The country is missing, mend: Enter LAND1 in XK02. }
`

test('a domain written as data gets its tables, and they follow its declaration', async () => {
  const { db, url, folder, write } = await scene()
  write('compras/domain.yaml', DOMAIN)
  write('compras/fornecedores.yaml', DATASET)
  const compras = await declared(folder)
  expect(compras.datasets[0]?.title).toEqual({
    en: 'Fornecedores',
    'pt-BR': 'Fornecedores',
    fr: 'Fornecedores',
  })
  await syncDeclarations(db, [compras], 'America/Sao_Paulo')
  write('in/LFA1.csv', 'LIFNR,LAND1,LIMITE\n1,BR,10.50\n2,,1\n')
  const report = await runDelivery(url, { domain: compras, input: join(folder, 'in') })
  expect(report.datasets.fornecedores).toMatchObject({ received: 2, silver: 1, quarantined: 1 })

  // A new column, and a wider one: the same table, its rows still there.
  write(
    'compras/fornecedores.yaml',
    DATASET.replace("'numeric(9,2)'", "'numeric(15,2)'")
      .replace('key:', '  cidade: { from: ORT01, type: text }\nkey:')
      .replace('LIMITE]', 'LIMITE, ORT01], optional: [ORT01]'),
  )
  await syncDeclarations(db, [await declared(folder)], 'America/Sao_Paulo')
  const rows = await db.rows('SELECT cod_fornecedor, limite, cidade FROM silver.fornecedores')
  expect(rows).toEqual([{ cod_fornecedor: '1', limite: '10.50', cidade: null }])
  const journal = await db.rows<{ statement: string }>(
    'SELECT statement FROM quality.table_change ORDER BY id',
  )
  expect(journal.map((j) => j.statement.split('(')[0]?.trim().replace(/"/g, ''))).toEqual([
    'CREATE TABLE bronze.lfa1',
    'CREATE INDEX lfa1_run_idx ON bronze.lfa1 USING brin',
    'CREATE TABLE silver.fornecedores',
    'CREATE INDEX fornecedores_key_idx ON silver.fornecedores',
    'ALTER TABLE bronze.lfa1 ADD ort01 text',
    'ALTER TABLE silver.fornecedores ALTER limite TYPE numeric',
    'ALTER TABLE silver.fornecedores ADD cidade text',
  ])

  // Nothing left to do.
  await syncDeclarations(db, [await declared(folder)], 'America/Sao_Paulo')
  expect(await db.rows('SELECT id FROM quality.table_change')).toHaveLength(journal.length)
})

test('a type that would lose values is refused, and nothing of it is done', async () => {
  const { db, folder, write } = await scene()
  write('compras/domain.yaml', DOMAIN)
  write('compras/fornecedores.yaml', DATASET)
  await syncDeclarations(db, [await declared(folder)], 'America/Sao_Paulo')
  write('compras/fornecedores.yaml', DATASET.replace("'numeric(9,2)'", 'date'))
  const sync = syncDeclarations(db, [await declared(folder)], 'America/Sao_Paulo')
  await expect(sync).rejects.toThrow(
    /compras\/fornecedores.yaml: columns.limite: silver.fornecedores.limite is numeric\(9,2\)/,
  )
})

test('a broken declaration leaves its own domain out, by file and field', async () => {
  const { folder, write } = await scene()
  write('compras/domain.yaml', DOMAIN)
  write('compras/fornecedores.yaml', DATASET.replace('column: pais', 'column: paiz'))
  write('outra/domain.json', JSON.stringify({ name: 'outra', title: 'Other', datasets: [] }))
  write('torta/domain.yaml', 'name: [torta')
  write('velha/domain.yaml', 'name: velha')
  const { domains, broken } = await loadDomains([{ path: folder, own: true }])
  expect([...domains.keys()]).toEqual(['outra'])
  expect(broken.map((b) => b.name)).toEqual(['compras', 'torta', 'velha'])
  expect(broken[0]?.error).toMatch(/^compras\/fornecedores.yaml: .*paiz/)
  expect(broken[1]?.error).toMatch(/^torta\/domain.yaml: /)
  expect(broken[2]?.error).toBe('velha/domain.yaml: datasets: a domain has a list of datasets')
})

test('a folder that is not there is named, and the others are loaded', async () => {
  const { broken } = await loadDomains([{ path: '/nowhere/at-all', own: true }])
  expect(broken).toEqual([{ name: 'at-all', error: expect.stringMatching(/ENOENT.*nowhere/) }])
})

async function declared(folder: string): Promise<Domain> {
  const { domains, broken } = await loadDomains([{ path: folder, own: true }])
  expect(broken).toEqual([])
  const compras = domains.get('compras')
  if (!compras) throw new Error('compras was not loaded')
  return compras
}

/** A database and a folder, gone when the test is finished. */
async function scene() {
  const database = await createTestDatabase()
  const db = await Db.open(database.url)
  const folder = mkdtempSync(join(tmpdir(), 'lazaret-own-'))
  onTestFinished(async () => {
    await db.close()
    await database.drop()
    rmSync(folder, { recursive: true, force: true })
  })
  const write = (file: string, text: string) => {
    mkdirSync(join(folder, file, '..'), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
  return { db, url: database.url, folder, write }
}
