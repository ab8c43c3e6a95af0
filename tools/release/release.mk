# What `make dist` and `make audit` do. Part of the Makefile in the root, whose variables it uses.

.PHONY: dist dist-check dist-twice audit
RELEASE := dist/release
RELEASE_PYTHON := .cache/release/bin/python
# The oldest glibc that the engine needs: that of Debian 10, RHEL 8 and all that are newer.
GLIBC := 2.28
ENGINES ?= x86_64-unknown-linux-gnu.$(GLIBC) aarch64-unknown-linux-gnu.$(GLIBC)
OSV_SCANNER := v2.6.0
CYCLONEDX := org.cyclonedx:cyclonedx-maven-plugin:2.9.3
# The time of all files of a release: that of project.build.outputTimestamp in pom.xml.
EPOCH := $(shell date -u -d "$$(sed -n 's:.*<project.build.outputTimestamp>\(.*\)<.*:\1:p' pom.xml)" +%s)
# The bundle for each line is also the jar of `make build` for the default line.
RELEASE_JARS = dist/headwater-hadoop.jar $(SPARKS:%=dist/headwater-bundle-%.jar)

.cache/release/.installed: tools/release/requirements.lock
	@$(STEP) "a Python environment for releases" $(PYTHON) -m venv --clear $(@D)
	@$(STEP) "zig and CycloneDX" \
	  $(@D)/bin/pip install --disable-pip-version-check --require-hashes -q -r $<
	@touch $@

dist: export SOURCE_DATE_EPOCH := $(EPOCH)
dist: bundles dist/headwater-hadoop.jar target/headwater-jars.cdx.json .cache/release/.installed ## A release in dist/release/: jars, wheels, engines, packages, SBOMs, licences, checksums
	@rm -rf $(RELEASE) && mkdir -p $(RELEASE)/sbom
	@$(STEP) --log $(LOGS)/dist-engine.log "the engines and the storlets" \
	  $(RELEASE_PYTHON) tools/release/rust.py $(RELEASE) $(ENGINES)
	@cp target/headwater-jars.cdx.json $(RELEASE)/sbom
	@$(STEP) --log $(LOGS)/dist-javadoc.log "the documentation of Java's classes" \
	  $(RELEASE_PYTHON) tools/release/javadoc.py target/javadoc.jar lakehouse/target/classpath
	@$(RELEASE_PYTHON) tools/release/sbom.py $(RELEASE)/sbom/headwater-engine.cdx.json
	@$(RELEASE_PYTHON) tools/release/licences.py $(RELEASE)/LICENSES-third-party.txt $(RELEASE)/sbom/*jars* $(RELEASE)/sbom/*engine*
	@$(STEP) "the Maven repository" tools/maven-repository --javadoc target/javadoc.jar \
	  --licences $(RELEASE)/LICENSES-third-party.txt $(RELEASE)/maven $(RELEASE_JARS)
	@$(STEP) --log $(LOGS)/dist-wheels.log "the Python wheels" $(RELEASE_PYTHON) tools/release/wheels.py $(RELEASE) $(GLIBC)
	@.cache/release/bin/cyclonedx-py requirements --output-reproducible -o $(RELEASE)/sbom/headwater-wheels.cdx.json \
	  $(RELEASE)/constraints.txt
	@$(STEP) --log $(LOGS)/dist-debian.log "the Debian packages" \
	  $(RELEASE_PYTHON) tools/release/debian.py $(RELEASE) $$(tools/version) $(GLIBC)
	@tar --create --use-compress-program "gzip -n" --sort=name --mode=u=rwX,go=rX --mtime=@$(EPOCH) --owner=0 --group=0 \
	  --numeric-owner --exclude=__pycache__ --file $(RELEASE)/headwater-operate.tar.gz -C nearstore ansible kubernetes monitoring
	@cp LICENSE NOTICE CHANGELOG.md SECURITY.md $(RELEASE)
	@cd $(RELEASE) && find . -type f ! -name SHA256SUMS -printf '%P\0' | LC_ALL=C sort -z | xargs -0 sha256sum > SHA256SUMS

# After the jars, because Maven builds the connector's folders each time.
target/headwater-jars.cdx.json: $(SOURCES) | dist/headwater-hadoop.jar
	@mkdir -p $(@D) $(LOGS)
	@$(STEP) --log $(LOGS)/dist-java.log "the SBOM and the libraries of Java" \
	  flock $(LOGS)/bundles.lock $(MAVEN) -DskipTests package $(CYCLONEDX):makeBom dependency:build-classpath \
	  -pl lakehouse -am -DincludeBomSerialNumber=false -DincludeProvidedScope=false -DoutputFormat=json -Dmdep.outputFile=target/classpath
	@cp lakehouse/target/bom.json $@

dist-check: venv ## Whether the release of `make dist` is complete, installs in empty environments and runs a job
	@$(STEP) --log $(LOGS)/dist-check.log "the release" $(PYTEST) tools/release/tests

dist-twice: ## Whether the release of this folder and of a second one have the same checksums; an hour
	@tools/release/twice

# With the data of osv.dev, or of a folder: see docs/reference/releases.md.
AUDIT ?=
audit: .cache/bin/osv-scanner target/headwater-jars.cdx.json ## Known vulnerabilities of the locked dependencies of Java, Python and Rust
	@$(STEP) "the audit" .cache/bin/osv-scanner scan source $(AUDIT) --config tools/release/audit.toml \
	  --lockfile engine/Cargo.lock --lockfile requirements.txt:cli/requirements.lock \
	  --lockfile requirements.txt:cli/requirements-demo.lock --lockfile target/headwater-jars.cdx.json

.cache/bin/osv-scanner:
	@$(STEP) "osv-scanner" env GOBIN=$(CURDIR)/.cache/bin go install github.com/google/osv-scanner/v2/cmd/osv-scanner@$(OSV_SCANNER)
