package io.headwater.versions;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.lang.reflect.Executable;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every class and method of Hadoop that the connector uses is in each version of Hadoop. */
final class HadoopLinksTest {
  /** What only a Hadoop that has the missing types runs. */
  private static final Set<String> NEWER =
      Set.of(
          "io.headwater.fs.hadoop.ThreadCounters.add",
          "io.headwater.fs.read.ReadCounts.vectored",
          "io.headwater.fs.read.SortedRanges",
          "io.headwater.fs.read.VectoredReads",
          "io.headwater.fs.write.HeadwaterBulkDelete");

  private static final JavaClasses CONNECTOR =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("io.headwater.fs");

  static Stream<String> versions() {
    return HadoopJars.versions();
  }

  @ParameterizedTest
  @MethodSource("versions")
  void testEveryLinkIsIn(String version) throws IOException {
    try (URLClassLoader hadoop = loader(HadoopJars.of(version))) {
      List<String> missing =
          CONNECTOR.stream()
              .flatMap(each -> each.getAccessesFromSelf().stream())
              .filter(access -> !isNewer(access.getOrigin().getFullName()))
              .filter(access -> isHadoops(access) && !exists(access, hadoop))
              .map(JavaAccess::getDescription)
              .toList();
      assertThat(missing).isEmpty();
    }
  }

  @ParameterizedTest
  @MethodSource("versions")
  void testEverySupertypeIsIn(String version) throws IOException {
    try (URLClassLoader hadoop = loader(HadoopJars.of(version))) {
      Set<String> missing =
          CONNECTOR.stream()
              .filter(each -> !isNewer(each.getName()))
              .flatMap(each -> each.getAllRawInterfaces().stream())
              .map(JavaClass::getName)
              .filter(name -> name.startsWith("org.apache.hadoop."))
              .filter(name -> load(name, hadoop).isEmpty())
              .collect(Collectors.toSet());
      // The newest Hadoop's own classes implement more than those of older ones.
      missing.remove("org.apache.hadoop.fs.BulkDeleteSource");
      assertThat(missing).isEmpty();
    }
  }

  private static boolean isNewer(String name) {
    return NEWER.stream().anyMatch(name::startsWith);
  }

  private static Optional<? extends JavaMember> member(JavaAccess<?> access) {
    return access.getTarget().resolveMember();
  }

  private static JavaClass owner(JavaAccess<?> access) {
    return member(access).map(JavaMember::getOwner).orElse(access.getTargetOwner());
  }

  private static boolean isHadoops(JavaAccess<?> access) {
    return owner(access).getName().startsWith("org.apache.hadoop.");
  }

  private static boolean exists(JavaAccess<?> access, ClassLoader hadoop) {
    return load(owner(access).getName(), hadoop)
        .filter(found -> member(access).map(wanted -> has(found, wanted)).orElse(true))
        .isPresent();
  }

  private static boolean has(Class<?> type, JavaMember wanted) {
    if (!(wanted instanceof JavaCodeUnit method)) {
      return Arrays.stream(type.getDeclaredFields())
          .anyMatch(field -> field.getName().equals(wanted.getName()));
    }
    List<String> parameters =
        method.getRawParameterTypes().stream().map(JavaClass::getName).toList();
    return types(type)
        .flatMap(
            each ->
                Stream.<Executable>concat(
                    Arrays.stream(each.getDeclaredMethods()),
                    Arrays.stream(each.getDeclaredConstructors())))
        .filter(
            found -> found.getName().equals(wanted.getName()) || wanted.getName().equals("<init>"))
        .anyMatch(
            found ->
                Arrays.stream(found.getParameterTypes())
                    .map(Class::getName)
                    .toList()
                    .equals(parameters));
  }

  /** A class with its supertypes, one of which may declare a method in an older version. */
  private static Stream<Class<?>> types(Class<?> type) {
    Stream<Class<?>> parents =
        Stream.concat(Stream.ofNullable(type.getSuperclass()), Stream.of(type.getInterfaces()));
    return Stream.concat(Stream.of(type), parents.flatMap(HadoopLinksTest::types));
  }

  private static Optional<Class<?>> load(String name, ClassLoader loader) {
    try {
      return Optional.of(Class.forName(name, false, loader));
    } catch (ClassNotFoundException e) {
      return Optional.empty();
    }
  }

  private static URLClassLoader loader(List<Path> jars) throws MalformedURLException {
    URL[] urls = new URL[jars.size()];
    for (int i = 0; i < urls.length; i++) {
      urls[i] = jars.get(i).toUri().toURL();
    }
    return new URLClassLoader(urls, ClassLoader.getPlatformClassLoader());
  }
}
