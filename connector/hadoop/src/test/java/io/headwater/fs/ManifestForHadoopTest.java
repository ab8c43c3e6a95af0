package io.headwater.fs;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwater.commit.manifest.Manifest;
import io.headwater.commit.manifest.Manifests;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.mapreduce.lib.output.committer.manifest.files.ManifestPrinter;
import org.apache.hadoop.mapreduce.lib.output.committer.manifest.files.ManifestSuccessData;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A manifest as Hadoop's own tools read it. */
final class ManifestForHadoopTest {
  @Test
  void hadoopsReadersReadIt(@TempDir Path folder) throws Exception {
    Manifest manifest = Manifests.base(Manifests.entries(150));
    Path file = Files.write(folder.resolve("_SUCCESS"), Manifests.bytes(manifest));
    try (LocalFileSystem local = new LocalFileSystem()) {
      local.initialize(folder.toUri(), new Configuration(false));
      org.apache.hadoop.fs.Path path = new org.apache.hadoop.fs.Path(file.toUri());
      ManifestSuccessData read = ManifestSuccessData.load(local, path);
      assertThat(read.getSuccess()).isTrue();
      assertThat(read.getTimestamp()).isEqualTo(manifest.time().toEpochMilli());
      assertThat(read.getJobId()).isEqualTo(manifest.job().id());
      assertThat(read.getFilenames()).hasSize(100);
      assertThat(read.getFilenames().get(0)).isEqualTo("/data/out/" + firstKey(manifest));
      assertThat(read.getMetrics()).containsEntry("files", 150L);

      ManifestPrinter printer = new ManifestPrinter(new Configuration(false), System.out);
      assertThat(printer.loadAndPrintManifest(local, path).getJobId())
          .isEqualTo(manifest.job().id());
    }
  }

  private static String firstKey(Manifest manifest) {
    return manifest.entries().get(0).key();
  }
}
