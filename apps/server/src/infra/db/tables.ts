import type { AccountTables } from './tables/accounts.ts'
import type { AnswerTables } from './tables/answers.ts'
import type { DailyTables } from './tables/daily.ts'
import type { GameTables } from './tables/games.ts'
import type { PlanTables } from './tables/plans.ts'
import type { ProgressTables } from './tables/progress.ts'
import type { QuestionTables } from './tables/questions.ts'
import type { SiteTables } from './tables/site.ts'

/** All tables of the migrations, by feature. Times are epoch milliseconds. */
export interface Tables
  extends
    AccountTables,
    QuestionTables,
    AnswerTables,
    DailyTables,
    ProgressTables,
    GameTables,
    PlanTables,
    SiteTables {}
