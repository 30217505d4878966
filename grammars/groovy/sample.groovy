package com.example.build

import groovy.json.JsonSlurper

class ReleasePlugin implements Plugin<Project> {
    static final int MAX_RETRIES = 3

    void apply(Project project) {
        project.tasks.register('release') {
            doLast { publish(readVersion(project)) }
        }
    }

    private String readVersion(Project project) {
        return new JsonSlurper().parse(project.file('version.json')).version
    }
}

def deploy(String target) {
    sh "deploy ${target}"
}

task cleanAll {
    deploy('none')
}
