import { NATIVE_APP } from '@quizmaster/contract/native-app'
import { attribute, elements, jpegSize, pngInfo, type Projects } from './projects.ts'
import { buildNumber } from './sync-projects.ts'

const MANIFEST = 'android/app/src/main/AndroidManifest.xml'
const RES = 'android/app/src/main/res'
const IOS = 'ios/App/App'
const ASSETS = `${IOS}/Assets.xcassets`
const XCODE = 'ios/App/App.xcodeproj/project.pbxproj'

/** Values of the repository and the server that the projects have to match. */
export interface Expected {
  version: string
  /** The host of `site.json`. */
  siteHost: string
  /** The origins that the server allows. */
  origins: readonly string[]
  /** The answers of the server's link files, for team ABCDE12345. */
  assetLinks: { target: { package_name: string } }[]
  appleLinks: { applinks: { details: { appIDs: string[]; components: { '/': string }[] }[] } }
  /** The plugins of the web app's and of the workspace's package.json, by package. */
  plugins: { web: readonly string[]; mobile: readonly string[] }
}

type Rule = (projects: Projects, expected: Expected) => string[]

const unless = (isRight: boolean, problem: string) => (isRight ? [] : [problem])

const same = (what: string, actual: unknown, expected: unknown) =>
  unless(
    JSON.stringify(actual) === JSON.stringify(expected),
    `${what} is ${JSON.stringify(actual)}, not ${JSON.stringify(expected)}`,
  )

function identity(projects: Projects, { version, siteHost }: Expected): string[] {
  const config = projects.json('capacitor.config.json')
  const gradle = projects.text('android/app/build.gradle')
  const xcode = projects.text(XCODE)
  const all = (name: string) => [
    ...new Set([...xcode.matchAll(new RegExp(`\\b${name} = ([^;]+);`, 'g'))].map(([, value]) => value)),
  ]
  const strings = elements(projects.xml(`${RES}/values/strings.xml`), 'string')
  const appName = strings.find((string) => attribute(string, 'name') === 'app_name')?.['#text']
  return [
    ...same('appId of Capacitor', config['appId'], NATIVE_APP.id),
    ...same('appName of Capacitor', config['appName'], NATIVE_APP.name),
    ...unless(gradle.includes(`applicationId "${NATIVE_APP.id}"`), 'build.gradle has another applicationId'),
    ...unless(/versionName repository\.version/.test(gradle), 'build.gradle does not take the version of package.json'),
    ...same('Android’s app_name', appName, NATIVE_APP.name),
    ...same('CFBundleDisplayName', projects.plist(`${IOS}/Info.plist`)['CFBundleDisplayName'], NATIVE_APP.name),
    ...same('PRODUCT_BUNDLE_IDENTIFIER', all('PRODUCT_BUNDLE_IDENTIFIER'), [NATIVE_APP.id]),
    ...same('MARKETING_VERSION', all('MARKETING_VERSION'), [version]),
    ...same('CURRENT_PROJECT_VERSION', all('CURRENT_PROJECT_VERSION'), [String(buildNumber(version))]),
    ...same('SITE_HOST', all('SITE_HOST'), [siteHost]),
  ]
}

function permissions(projects: Projects): string[] {
  const manifest = projects.xml(MANIFEST)
  const asked = elements(manifest, 'uses-permission').map((permission) => attribute(permission, 'android:name'))
  const [application = {}] = elements(manifest, 'application')
  const texts = Object.keys(projects.plist(`${IOS}/Info.plist`)).filter((key) => key.endsWith('UsageDescription'))
  const exported = elements(manifest, 'activity').filter(
    (activity) => attribute(activity, 'android:exported') === 'true',
  )
  return [
    ...same('Android’s permissions', asked, ['android.permission.INTERNET']),
    ...same('allowBackup', attribute(application, 'android:allowBackup'), 'false'),
    ...same('dataExtractionRules', attribute(application, 'android:dataExtractionRules'), '@xml/data_extraction_rules'),
    ...same('usesCleartextTraffic', attribute(application, 'android:usesCleartextTraffic'), ''),
    ...same(
      'the exported activities',
      exported.map((activity) => attribute(activity, 'android:name')),
      ['.MainActivity'],
    ),
    ...same('permission texts of iOS', texts, []),
  ]
}

function links(projects: Projects, { assetLinks, appleLinks }: Expected): string[] {
  const filters = elements(projects.xml(MANIFEST), 'intent-filter').filter(
    (filter) => attribute(filter, 'android:autoVerify') === 'true',
  )
  const data = filters.flatMap((filter) => elements(filter, 'data'))
  const values = (name: string) => data.map((one) => attribute(one, name)).filter((value) => value !== '')
  const paths = [...values('android:pathPrefix').map((path) => `${path}*`), ...values('android:path')]
  const domains = projects.plist(`${IOS}/App.entitlements`)['com.apple.developer.associated-domains']
  const [details] = appleLinks.applinks.details
  return [
    ...same('the verified intent filters', filters.length, 1),
    ...same('their schemes', values('android:scheme'), ['https']),
    ...same('their hosts', values('android:host'), ['${siteHost}']),
    ...same('their paths', paths, NATIVE_APP.linkPaths),
    ...same(
      'the package in the server’s assetlinks.json',
      assetLinks.map(({ target }) => target.package_name),
      [NATIVE_APP.id],
    ),
    ...same('the associated domains', domains, ['applinks:$(SITE_HOST)']),
    ...same('the app in the server’s apple-app-site-association', details?.appIDs, [`ABCDE12345.${NATIVE_APP.id}`]),
    ...same(
      'its paths',
      details?.components.map((component) => component['/']),
      NATIVE_APP.linkPaths,
    ),
    ...unless(
      projects.text(XCODE).split('CODE_SIGN_ENTITLEMENTS = App/App.entitlements;').length === 3,
      'Xcode does not sign both configurations with the entitlements',
    ),
  ]
}

function origins(projects: Projects, { origins: allowed }: Expected): string[] {
  const server = projects.json('capacitor.config.json')['server'] as Record<string, unknown>
  return [
    ...same('the settings of the local server', server, { androidScheme: 'https' }),
    ...unless(
      ['https://localhost', 'capacitor://localhost'].every((origin) => allowed.includes(origin)),
      `the server does not let the apps in: ${allowed.join(', ')}`,
    ),
  ]
}

function privacy(projects: Projects): string[] {
  const manifest = projects.plist(`${IOS}/PrivacyInfo.xcprivacy`)
  const types = (manifest['NSPrivacyCollectedDataTypes'] ?? []) as Record<string, unknown>[]
  const tracked = types.filter((type) => type['NSPrivacyCollectedDataTypeTracking'] !== false)
  const apis = ((manifest['NSPrivacyAccessedAPITypes'] ?? []) as Record<string, unknown>[]).map((api) => [
    api['NSPrivacyAccessedAPIType'],
    api['NSPrivacyAccessedAPITypeReasons'],
  ])
  return [
    ...same('NSPrivacyTracking', manifest['NSPrivacyTracking'], false),
    ...same('NSPrivacyTrackingDomains', manifest['NSPrivacyTrackingDomains'], []),
    ...same('data that is tracked', tracked, []),
    ...same(
      'the data in the privacy manifest',
      types.map((type) => [type['NSPrivacyCollectedDataType'], type['NSPrivacyCollectedDataTypeLinked']]),
      dataSafetyAnswers(projects).map(([type, isLinked]) => [`NSPrivacyCollectedDataType${type}`, isLinked]),
    ),
    // For @capacitor/preferences and @capacitor/filesystem, with the reasons that their documentation names.
    ...same('the APIs that need a reason', apis, [
      ['NSPrivacyAccessedAPICategoryUserDefaults', ['CA92.1']],
      ['NSPrivacyAccessedAPICategoryFileTimestamp', ['C617.1']],
    ]),
    ...unless(
      projects.text(XCODE).includes('PrivacyInfo.xcprivacy in Resources'),
      'the privacy manifest is not in the app',
    ),
  ]
}

/** Apple's types of the data in the table for the stores, and whether it is linked to the user. */
function dataSafetyAnswers(projects: Projects): [type: string, isLinked: boolean][] {
  const rows = projects.text('store/README.md').matchAll(/^\|[^|\n]+\| `(\w+)` \|[^|\n]+\|[^|\n]+\| (yes|no) \|.+\|$/gm)
  return [...rows].map(([, type = '', linked]) => [type, linked === 'yes'])
}

/** Other apps may read what is shared with them, and no other file. */
function sharedFiles(projects: Projects): string[] {
  const [provider = {}, ...others] = elements(projects.xml(MANIFEST), 'provider')
  const flags = ['name', 'authorities', 'exported', 'grantUriPermissions'].map((name) =>
    attribute(provider, `android:${name}`),
  )
  const [paths = {}] = elements(projects.xml(`${RES}/xml/file_paths.xml`), 'paths')
  const folders = Object.keys(paths).flatMap((type) =>
    elements(paths, type).map((folder) => [type, attribute(folder, 'path')]),
  )
  return [
    // @capacitor/share needs a provider with this authority.
    ...same('the file provider', flags, [
      'androidx.core.content.FileProvider',
      '${applicationId}.fileprovider',
      'false',
      'true',
    ]),
    ...same('other providers', others.length, 0),
    ...same(
      'what the file provider refers to',
      elements(provider, 'meta-data').map((data) => attribute(data, 'android:resource')),
      ['@xml/file_paths'],
    ),
    ...same('the folders whose files can be shared', folders, [['cache-path', 'shared/']]),
  ]
}

/** Every drawable, colour and style that is referred to exists. */
function resources(projects: Projects): string[] {
  const xmlFiles = [MANIFEST, ...projects.files(RES, '.xml')]
  const files = [...projects.files(RES, '.xml'), ...projects.files(RES, '.png')]
  const defined = projects
    .files(RES, '.xml')
    .filter((path) => /\/values[^/]*\//.test(path))
    .flatMap((path) => {
      const root = projects.xml(path)
      return (['color', 'style', 'string'] as const).flatMap((type) =>
        elements(root, type).map((element) => `${type}/${attribute(element, 'name')}`),
      )
    })
  const fromFiles = files.map((path) => path.replace(/^.*\/(\w+)(?:-[^/]*)?\/([^/.]+)\.\w+$/, '$1/$2'))
  const known = new Set([...defined, ...fromFiles])
  return xmlFiles.flatMap((path) =>
    [...projects.text(path).matchAll(/@((?:drawable|mipmap|color|style|string|xml|layout)\/[\w.]+)/g)]
      .map(([, reference = '']) => reference)
      .filter((reference) => !known.has(reference))
      .map((reference) => `${path} refers to @${reference}, which does not exist`),
  )
}

function icons(projects: Projects): string[] {
  const layers = elements(projects.xml(`${RES}/mipmap-anydpi-v26/ic_launcher.xml`), 'adaptive-icon')[0] ?? {}
  const size = (path: string, side: number) => {
    const { width, height } = pngInfo(projects.bytes(path))
    return same(`the size of ${path}`, [width, height], [side, side])
  }
  const appIcon = projects.json(`${ASSETS}/AppIcon.appiconset/Contents.json`)['images'] as Record<string, string>[]
  const looks = appIcon.map(
    ({ appearances }) => (appearances as unknown as { value: string }[] | undefined)?.[0]?.value ?? 'light',
  )
  const sets = projects
    .files(ASSETS, 'Contents.json')
    .filter((path) => path.includes('.imageset') || path.includes('.appiconset'))
  return [
    ...same(
      'the layers of the adaptive icon',
      ['background', 'foreground', 'monochrome'].filter((layer) => layers[layer] !== undefined),
      ['background', 'foreground', 'monochrome'],
    ),
    ...size(`${RES}/mipmap-xxxhdpi/ic_launcher_background.png`, 432),
    ...size(`${RES}/mipmap-xxxhdpi/ic_launcher.png`, 192),
    ...same('the looks of the iOS icon', looks, ['light', 'dark', 'tinted']),
    ...appIcon.flatMap(({ filename = '' }) => {
      const path = `${ASSETS}/AppIcon.appiconset/${filename}`
      return [...size(path, 1024), ...unless(!pngInfo(projects.bytes(path)).hasAlpha, `${path} has an alpha channel`)]
    }),
    ...sets.flatMap((path) =>
      (projects.json(path)['images'] as { filename: string }[])
        .map(({ filename }) => path.replace('Contents.json', filename))
        .filter((file) => !projects.has(file))
        .map((file) => `${file} does not exist`),
    ),
    ...['drawable/splash_mark.xml', 'drawable-night/splash_mark.xml', 'values-night/colors.xml']
      .filter((path) => !projects.has(`${RES}/${path}`))
      .map((path) => `the splash screen lacks ${path}`),
  ]
}

function plugins(projects: Projects, { plugins: { web, mobile } }: Expected): string[] {
  const swift = projects.text('ios/App/CapApp-SPM/Package.swift')
  const gradle = projects.text('android/capacitor.settings.gradle')
  return [
    ...same('the plugins of the web app', web, mobile),
    ...mobile
      .filter(
        (name) =>
          name !== '@capacitor/core' &&
          !(swift.includes(`node_modules/${name}"`) && gradle.includes(`node_modules/${name}/`)),
      )
      .map((name) => `${name} is not in both projects`),
  ]
}

function store(projects: Projects): string[] {
  const limits: Record<string, number> = {
    'android/title.txt': 30,
    'android/short-description.txt': 80,
    'android/full-description.txt': 4000,
    'ios/name.txt': 30,
    'ios/subtitle.txt': 30,
    'ios/promotional-text.txt': 170,
    'ios/keywords.txt': 100,
    'ios/description.txt': 4000,
  }
  const sizes: Record<string, [number, number]> = {
    'android/screenshots': [1080, 1920],
    'ios/screenshots': [1290, 2796],
    // Apple asks for them because the app runs on iPads.
    'ios/screenshots-ipad': [2064, 2752],
  }
  const icon = pngInfo(projects.bytes('store/android/icon-512.png'))
  const feature = pngInfo(projects.bytes('store/android/feature-1024x500.png'))
  return [
    ...Object.entries(limits).flatMap(([path, limit]) => {
      const length = projects.text(`store/${path}`).trim().length
      return unless(length > 0 && length <= limit, `store/${path} has ${length} characters; ${limit} fit`)
    }),
    ...Object.entries(sizes).flatMap(([folder, size]) => {
      const shots = projects.files(`store/${folder}`, '.jpg')
      return [
        ...unless(shots.length >= 3, `store/${folder} has only ${shots.length} pictures`),
        ...shots.flatMap((path) => same(`the size of ${path}`, jpegSize(projects.bytes(path)), size)),
      ]
    }),
    ...same('the size of Google’s icon', [icon.width, icon.height], [512, 512]),
    ...same('Google’s feature graphic', feature, { width: 1024, height: 500, hasAlpha: false }),
  ]
}

/** The checks by their names. */
export const RULES: Readonly<Record<string, Rule>> = {
  'id, name and version': identity,
  permissions,
  'links that open in the app': links,
  origins,
  'privacy manifest': privacy,
  'files that can be shared': sharedFiles,
  'Android resources': resources,
  'icons and splash screens': icons,
  plugins,
  'store texts and pictures': store,
}
