package io.headwater.fs.bucket;

import io.headwater.store.Operation;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.fs.statistics.StoreStatisticNames;
import org.apache.hadoop.fs.statistics.StreamStatisticNames;
import org.apache.hadoop.fs.statistics.impl.IOStatisticsBinding;
import org.apache.hadoop.fs.statistics.impl.IOStatisticsStore;

/** The counters, under Hadoop's names. */
public final class Counts {
  /** Calls of a file system. */
  private static final List<String> CALLS =
      List.of(
          StoreStatisticNames.OP_CREATE,
          StoreStatisticNames.OP_CREATE_FILE,
          StoreStatisticNames.OP_CREATE_NON_RECURSIVE,
          StoreStatisticNames.OP_DELETE,
          StoreStatisticNames.OP_GET_CONTENT_SUMMARY,
          StoreStatisticNames.OP_GET_FILE_STATUS,
          StoreStatisticNames.OP_LIST_FILES,
          StoreStatisticNames.OP_LIST_LOCATED_STATUS,
          StoreStatisticNames.OP_LIST_STATUS,
          StoreStatisticNames.OP_MKDIRS,
          StoreStatisticNames.OP_OPEN,
          StoreStatisticNames.OP_OPENFILE,
          StoreStatisticNames.OP_RENAME);

  private static final List<String> READING =
      List.of(
          StreamStatisticNames.STREAM_READ_BYTES,
          StreamStatisticNames.STREAM_READ_CLOSE_OPERATIONS,
          StreamStatisticNames.STREAM_READ_OPERATIONS,
          StreamStatisticNames.STREAM_READ_SEEK_OPERATIONS,
          StreamStatisticNames.STREAM_READ_SEEK_BACKWARD_OPERATIONS,
          StreamStatisticNames.STREAM_READ_SEEK_FORWARD_OPERATIONS,
          StreamStatisticNames.STREAM_READ_SEEK_BYTES_DISCARDED,
          StreamStatisticNames.STREAM_READ_UNBUFFERED,
          StreamStatisticNames.STREAM_READ_VECTORED_OPERATIONS,
          StreamStatisticNames.STREAM_READ_VECTORED_INCOMING_RANGES);

  private Counts() {}

  /** Counters of a file system: calls, requests, and the counts of its closed streams. */
  public static IOStatisticsStore ofFileSystem() {
    Stream<String> requests =
        Arrays.stream(Operation.values())
            .map(Counts::nameOf)
            .distinct()
            .flatMap(name -> Stream.of(name, failuresOf(name)));
    Stream<String> others =
        Stream.of(
            StoreStatisticNames.OBJECT_PUT_BYTES,
            StoreStatisticNames.STORE_IO_THROTTLED,
            StreamStatisticNames.STREAM_WRITE_BYTES);
    return store(Stream.of(CALLS.stream(), requests, READING.stream(), others).flatMap(s -> s));
  }

  /** Counters of an input stream. */
  public static IOStatisticsStore ofReading() {
    return store(READING.stream());
  }

  private static IOStatisticsStore store(Stream<String> counters) {
    return IOStatisticsBinding.iostatisticsStore()
        .withCounters(counters.toArray(String[]::new))
        .build();
  }

  /** Hadoop's name for requests of a kind. */
  public static String nameOf(Operation operation) {
    return switch (operation) {
      case HEAD -> StoreStatisticNames.OBJECT_METADATA_REQUESTS;
      case GET, STORLET -> StoreStatisticNames.ACTION_HTTP_GET_REQUEST;
      case PUT -> StoreStatisticNames.OBJECT_PUT_REQUEST;
      case COPY -> StoreStatisticNames.OBJECT_COPY_REQUESTS;
      case DELETE -> StoreStatisticNames.OBJECT_DELETE_REQUEST;
      case BULK_DELETE -> StoreStatisticNames.OBJECT_BULK_DELETE_REQUEST;
      case LIST -> StoreStatisticNames.OBJECT_LIST_REQUEST;
      case CREATE_UPLOAD -> StoreStatisticNames.OBJECT_MULTIPART_UPLOAD_INITIATED;
      case PUT_PART -> StoreStatisticNames.MULTIPART_UPLOAD_PART_PUT;
      case COMPLETE_UPLOAD -> StoreStatisticNames.MULTIPART_UPLOAD_COMPLETED;
      case ABORT_UPLOAD -> StoreStatisticNames.OBJECT_MULTIPART_UPLOAD_ABORTED;
      case LIST_UPLOADS -> StoreStatisticNames.OBJECT_MULTIPART_UPLOAD_LIST;
    };
  }

  public static String failuresOf(String name) {
    return name + StoreStatisticNames.SUFFIX_FAILURES;
  }
}
