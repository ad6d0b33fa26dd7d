// The import rules (ARCHITECTURE.md, "Layers"). `scripts/check-imports.mjs` runs them and proves that each one works.
const TESTS = String.raw`\.test\.tsx?$|/testing/|^e2e/|^bench/|^scripts/`
/** Features of the web app that every other feature may import. */
const SHARED_WEB_FEATURES = '(questions|modals)'

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'contract-imports-no-other-package',
      severity: 'error',
      from: { path: '^packages/contract/src' },
      to: { path: '^(packages/(?!contract/)|apps/)' },
    },
    {
      name: 'engine-is-pure',
      severity: 'error',
      from: { path: '^packages/engine/src', pathNot: TESTS },
      to: { pathNot: '^packages/(engine|contract)/src' },
    },
    {
      name: 'channels-imports-no-other-package',
      severity: 'error',
      from: { path: '^packages/channels/src' },
      to: { path: '^(packages/(?!channels/)|apps/)' },
    },
    {
      name: 'content-imports-no-app',
      severity: 'error',
      from: { path: '^packages/content/src' },
      to: { path: '^apps/' },
    },
    {
      // Rules, import and export of the bank are for authors; the server only reads topic files.
      name: 'apps-import-no-authoring-tools',
      severity: 'error',
      from: { path: '^apps/', pathNot: TESTS },
      to: { path: '^(packages/content/src/(?!topic-file\\.ts)|scripts/)' },
    },
    {
      name: 'features-import-no-api-or-realtime',
      severity: 'error',
      from: { path: '^apps/server/src/features', pathNot: TESTS },
      to: { path: '^apps/server/src/(api|realtime|app|main|start-server|config)' },
    },
    {
      name: 'api-and-realtime-use-no-sql',
      severity: 'error',
      from: { path: '^apps/server/src/(api|realtime)', pathNot: TESTS },
      to: {
        path: ['^apps/server/src/infra/db/(?!database-error\\.ts)', '(^|node_modules/)(kysely|pg|@electric-sql)(/|$)'],
      },
    },
    {
      name: 'web-imports-only-the-contract',
      severity: 'error',
      from: { path: '^apps/web/src' },
      to: { path: '^(packages/(?!contract/)|apps/server)' },
    },
    {
      name: 'web-features-import-no-routes-or-other-features',
      severity: 'error',
      from: { path: '^apps/web/src/features/([^/]+)/', pathNot: TESTS },
      to: {
        path: '^apps/web/src/(features/(?!$1/)|routes/)',
        pathNot: `^apps/web/src/features/${SHARED_WEB_FEATURES}/`,
      },
    },
    {
      name: 'shared-web-features-import-no-other',
      severity: 'error',
      from: { path: `^apps/web/src/features/${SHARED_WEB_FEATURES}/`, pathNot: TESTS },
      to: { path: '^apps/web/src/features/(?!$1/)' },
    },
    {
      name: 'ui-imports-only-ui',
      severity: 'error',
      from: { path: '^apps/web/src/ui/' },
      to: { path: '^(packages/|apps/web/src/(features|routes|platform))' },
    },
    {
      name: 'web-loads-no-zod',
      severity: 'error',
      from: { path: '^apps/web/src', pathNot: TESTS },
      to: {
        path: ['(^|node_modules/)zod(/|$)', '^packages/contract/src/(http|ids)'],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      // Otherwise a browser would load what only the native apps use.
      name: 'capacitor-only-in-the-native-platform',
      severity: 'error',
      from: { path: '^apps/web/src', pathNot: '^apps/web/src/platform/capacitor/' },
      to: { path: '(^|node_modules/)@(capacitor|capacitor-community|aparajita)/' },
    },
    {
      name: 'only-native-main-loads-the-native-platform',
      severity: 'error',
      from: { path: '^apps/web/src', pathNot: `${TESTS}|^apps/web/src/(native-main\\.ts|platform/capacitor/)` },
      to: { path: '^apps/web/src/platform/capacitor/' },
    },
    {
      // So that a server without traces doesn't load the SDK.
      name: 'traces-are-loaded-on-demand',
      severity: 'error',
      from: { path: '^apps/server/src', pathNot: `${TESTS}|^apps/server/src/infra/traces\\.ts` },
      to: {
        path: ['(^|node_modules/)@opentelemetry/', '^apps/server/src/infra/traces\\.ts'],
        dependencyTypesNot: ['type-only', 'dynamic-import'],
      },
    },
    {
      name: 'product-imports-no-test-code',
      severity: 'error',
      from: { path: '^(apps|packages)/', pathNot: TESTS },
      to: { path: TESTS },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // Type-only imports count too; some rules let them pass by name.
    tsPreCompilationDeps: true,
    exclude: { path: '^(dist|apps/web/(dist|public)|apps/mobile)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.css', '.json'],
    },
  },
}
