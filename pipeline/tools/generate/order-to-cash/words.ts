/** Sectors: code, share, and what companies of it call themselves. */
export const SECTORS: [string, number, string[]][] = [
  ['ALIM', 29, ['Laticínios', 'Padaria', 'Conservas', 'Massas', 'Sorvetes', 'Torrefação']],
  ['VARE', 21, ['Armazém', 'Empório', 'Lojas', 'Mercearia', 'Bazar', 'Casa']],
  ['ECOM', 18, ['Clique', 'Vitrine Digital', 'Loja Virtual', 'Entregas', 'Carrinho']],
  ['COSM', 14, ['Perfumaria', 'Essências', 'Saboaria', 'Beleza', 'Aromas']],
  ['FARM', 10, ['Drogaria', 'Laboratório', 'Botica', 'Manipulação']],
  ['AUTO', 8, ['Autopeças', 'Pneus', 'Retífica', 'Acessórios']],
]

export const NAMES = [
  'Jequitibá',
  'Bem-te-vi',
  'Aroeira',
  'Maracujá',
  'São Tomé',
  'Ventania',
  'Guarani',
  'Alvorada',
  'Boa Vista',
  'Pedra Branca',
  'Ipê Roxo',
  'Santa Clara',
  'Cachoeira',
  'Sabiá',
  'Tamanduá',
  'Lua Cheia',
  'Girassol',
  'Campo Belo',
  'Ribeirinha',
  'Açucena',
  'Manacá',
  'Quatro Ventos',
  'Estação',
  'Paineira',
  'Caravela',
  'Farol',
  'Juriti',
  'Maré Alta',
  'Serra Azul',
  'Bom Retiro',
  'Andorinha',
  'Pitangueira',
  'Rosário',
  'Três Irmãs',
  'Vale Verde',
  'Cambuí',
  'Dona Flor',
]

export const FORMS = [' Ltda', ' S.A.', ' EIRELI', ' & Filhos Ltda', ', Irmãos e Cia', ' ME']

/** Cities by state, with the share of customers of the state. */
export const STATES: [string, number, string[]][] = [
  ['SP', 33, ['Sorocaba', 'Jundiaí', 'Bauru', 'Santos', 'Araraquara']],
  ['MG', 13, ['Uberaba', 'Betim', 'Montes Claros', 'Ouro Preto']],
  ['PR', 11, ['Cascavel', 'Ponta Grossa', 'Maringá']],
  ['RJ', 9, ['Niterói', 'Petrópolis', 'Volta Redonda']],
  ['PE', 7, ['Olinda', 'Caruaru', 'Petrolina']],
  ['RS', 7, ['Novo Hamburgo', 'Santa Maria', 'Bento Gonçalves']],
  ['GO', 6, ['Anápolis', 'Rio Verde']],
  ['SC', 6, ['Blumenau', 'Chapecó', 'Criciúma']],
  ['BA', 5, ['Ilhéus', 'Feira de Santana']],
  ['CE', 3, ['Sobral', 'Juazeiro do Norte']],
]

/** Payment terms: code, days, share of customers. */
export const TERMS: [string, number, number][] = [
  ['D028', 28, 5],
  ['D030', 30, 21],
  ['D045', 45, 17],
  ['D060', 60, 38],
  ['D090', 90, 19],
]

/** Materials: number, text, unit, price in cents, smallest and largest usual quantity. */
export const MATERIALS: [string, string, string, number, number, number][] = [
  ['LZ-CAIXA-010', 'Caixa de papelão simples 30x20', 'UN', 285, 200, 3000],
  ['LZ-CAIXA-020', 'Caixa de papelão dupla 60x40', 'UN', 760, 80, 1500],
  ['LZ-CAIXA-030', 'Caixa para transporte com divisória', 'UN', 1190, 40, 900],
  ['LZ-BOLSA-010', 'Sacola kraft com alça', 'MI', 61_500, 1, 18],
  ['LZ-BOLSA-020', 'Envelope de segurança acolchoado', 'MI', 84_000, 1, 12],
  ['LZ-FILME-010', 'Filme plástico para paletes', 'RL', 6_850, 10, 240],
  ['LZ-FITAS-010', 'Fita gomada reforçada', 'RL', 1_420, 48, 1200],
  ['LZ-FITAS-020', 'Fita impressa com a marca do cliente', 'RL', 1_980, 48, 900],
  ['LZ-POTES-010', 'Pote com tampa 350 ml', 'MI', 47_300, 1, 24],
  ['LZ-POTES-020', 'Frasco âmbar 100 ml', 'MI', 92_700, 1, 10],
  ['LZ-BANDE-010', 'Bandeja de polpa moldada', 'UN', 195, 300, 4500],
  ['LZ-CANTO-010', 'Cantoneira de proteção', 'UN', 330, 150, 2500],
]

/** Turns shares into the cumulative weights that Random.weighted takes. */
export function cumulative(shares: number[]): number[] {
  let sum = 0
  return shares.map((share) => {
    sum += share
    return sum
  })
}
