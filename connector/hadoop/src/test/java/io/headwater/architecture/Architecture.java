package io.headwater.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.lang.ArchRule;
import io.headwater.store.layers.Layer;

/**
 * The rules of dependencies between packages, for the packages below one root.
 *
 * @param root the package of the three layers, for example {@code io.headwater}
 */
record Architecture(String root) {
  /** Dependencies point one way: {@code fs} to {@code commit} to {@code store}. */
  ArchRule layers() {
    return layeredArchitecture()
        .consideringOnlyDependenciesInLayers()
        .layer("store")
        .definedBy(root + ".store..")
        .layer("commit")
        .definedBy(root + ".commit..")
        .layer("fs")
        .definedBy(root + ".fs..")
        .whereLayer("store")
        .mayNotAccessAnyLayer()
        .whereLayer("commit")
        .mayOnlyAccessLayers("store")
        .whereLayer("fs")
        .mayOnlyAccessLayers("commit", "store");
  }

  /** No package depends on itself through others. */
  ArchRule cycles() {
    return slices().matching(root + ".(**)").should().beFreeOfCycles();
  }

  /** A backend knows no other backend. */
  ArchRule backends() {
    return slices().matching(root + ".store.(s3|swift)..").should().notDependOnEachOther();
  }

  /** A layer around a store works for every backend. */
  ArchRule storeLayers() {
    return noClasses()
        .that()
        .resideInAPackage(root + ".store.layers..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(root + ".store.s3..", root + ".store.swift..");
  }

  /** Every layer is in one package, and is added there and nowhere else. */
  ArchRule assembly() {
    return noClasses()
        .that()
        .resideOutsideOfPackage(root + ".store.layers..")
        .should()
        .dependOnClassesThat()
        .areAssignableTo(Layer.class);
  }
}
