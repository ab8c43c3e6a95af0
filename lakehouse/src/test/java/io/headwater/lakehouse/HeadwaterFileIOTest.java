package io.headwater.lakehouse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headwater.fs.RealStoreFixture;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.iceberg.exceptions.AlreadyExistsException;
import org.apache.iceberg.exceptions.NotFoundException;
import org.apache.iceberg.io.DelegatingInputStream;
import org.apache.iceberg.io.FileInfo;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.PositionOutputStream;
import org.apache.iceberg.io.RangeReadable;
import org.apache.iceberg.io.SeekableInputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Iceberg's files on each store. */
class HeadwaterFileIOTest extends RealStoreFixture {
  private static final String FOLDER = "s3://bucket/table/data";

  private IcebergProcess process;
  private HeadwaterFileIO io;

  @BeforeEach
  void open() throws IOException {
    process = IcebergProcess.of(real.store());
    io = new HeadwaterFileIO(process.configuration());
  }

  private String write(String name, String text) throws IOException {
    String location = FOLDER + "/" + name;
    try (PositionOutputStream out = io.newOutputFile(location).create()) {
      out.write(text.getBytes());
      assertThat(out.getPos()).isEqualTo(text.length());
    }
    return location;
  }

  private List<String> listed(String folder) {
    return StreamSupport.stream(io.listPrefix(folder).spliterator(), false)
        .map(FileInfo::location)
        .sorted()
        .toList();
  }

  @Test
  void readsRanges() throws IOException {
    String location = write("a", "0123456789");
    for (InputFile file : List.of(io.newInputFile(location), io.newInputFile(location, 10))) {
      assertThat(file.exists()).isTrue();
      assertThat(file.getLength()).isEqualTo(10);
      try (SeekableInputStream stream = file.newStream()) {
        byte[] buffer = new byte[6];
        ((RangeReadable) stream).readFully(3, buffer, 1, 4);
        assertThat(buffer).isEqualTo(new byte[] {0, '3', '4', '5', '6', 0});
        assertThat(((RangeReadable) stream).readTail(new byte[20], 0, 20)).isEqualTo(10);
        assertThat(((RangeReadable) stream).readTail(buffer, 0, 2)).isEqualTo(2);
        assertThat(buffer).startsWith('8', '9');
        assertThat(stream.getPos()).isZero();
        stream.seek(8);
        assertThat(stream.readAllBytes()).asString().isEqualTo("89");
        assertThat(((DelegatingInputStream) stream).getDelegate())
            .isInstanceOf(FSDataInputStream.class);
      }
    }
  }

  @Test
  void reportsMissingAndExistingFilesAsIcebergDoes() throws IOException {
    String location = write("a", "it");
    assertThatThrownBy(() -> io.newOutputFile(location).create())
        .isInstanceOf(AlreadyExistsException.class);
    InputFile missing = io.newInputFile(FOLDER + "/missing");
    assertThat(missing.exists()).isFalse();
    assertThatThrownBy(missing::getLength).isInstanceOf(NotFoundException.class);
    assertThatThrownBy(() -> missing.newStream().read()).isInstanceOf(NotFoundException.class);
  }

  @Test
  void deletesFilesInBulkAndListsTheRest() throws IOException {
    List<String> all = new ArrayList<>();
    for (int number = 0; number < 5; number++) {
      all.add(write("part=" + number + "/file", "it"));
    }
    assertThat(listed(FOLDER)).isEqualTo(all);
    List<String> gone = new ArrayList<>(all.subList(0, 4));
    gone.addAll(IntStream.range(0, 1100).mapToObj(n -> FOLDER + "/missing-" + n).toList());
    io.deleteFiles(gone);
    assertThat(listed(FOLDER)).isEqualTo(all.subList(4, 5));
    assertThat(listed("s3://bucket/other")).isEmpty();
    io.deletePrefix(FOLDER);
    assertThat(listed(FOLDER)).isEmpty();
  }
}
