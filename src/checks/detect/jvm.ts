/** Maven and Gradle builds. */
import type { Ecosystem } from './types.ts';

export const maven: Ecosystem = {
  name: 'Maven',
  manifests: ['pom.xml'],
  detect(project) {
    const program = project.has('mvnw') ? './mvnw' : 'mvn';
    const why = project.has('mvnw') ? 'pom.xml and mvnw are there' : 'pom.xml is there';
    return [
      {
        kind: 'setup',
        command: `${program} -B -q dependency:go-offline`,
        certainty: 'configured',
        why,
        lockFiles: ['pom.xml'],
      },
      {
        kind: 'test',
        command: `${program} -B test`,
        certainty: 'configured',
        why,
        reports: ['**/target/surefire-reports/TEST-*.xml'],
      },
    ];
  },
};

export const gradle: Ecosystem = {
  name: 'Gradle',
  manifests: ['settings.gradle', 'settings.gradle.kts', 'build.gradle', 'build.gradle.kts'],
  detect(project) {
    const program = project.has('gradlew') ? './gradlew' : 'gradle';
    const build =
      ['build.gradle.kts', 'build.gradle', 'settings.gradle.kts', 'settings.gradle'].find(project.has) ?? '';
    const lockFiles = [build, 'gradle.lockfile', 'gradle/libs.versions.toml'].filter(project.has);
    return [
      {
        kind: 'setup',
        command: `${program} --no-daemon testClasses`,
        certainty: 'configured',
        why: `${build} is there`,
        lockFiles,
      },
      {
        kind: 'test',
        // A cached result is no run: without cleanTest Gradle skips tests whose inputs it knows.
        command: `${program} --no-daemon --continue cleanTest test`,
        certainty: 'configured',
        why: `${build} is there`,
        reports: ['**/build/test-results/**/*.xml'],
      },
    ];
  },
};
