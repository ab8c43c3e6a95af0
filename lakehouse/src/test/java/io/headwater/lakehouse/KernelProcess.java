package io.headwater.lakehouse;

import io.delta.kernel.DataWriteContext;
import io.delta.kernel.Operation;
import io.delta.kernel.Scan;
import io.delta.kernel.Snapshot;
import io.delta.kernel.TableManager;
import io.delta.kernel.Transaction;
import io.delta.kernel.TransactionCommitResult;
import io.delta.kernel.data.ColumnVector;
import io.delta.kernel.data.ColumnarBatch;
import io.delta.kernel.data.FilteredColumnarBatch;
import io.delta.kernel.data.Row;
import io.delta.kernel.defaults.engine.DefaultEngine;
import io.delta.kernel.defaults.internal.data.DefaultColumnarBatch;
import io.delta.kernel.defaults.internal.data.vector.DefaultLongVector;
import io.delta.kernel.engine.Engine;
import io.delta.kernel.engine.FileReadResult;
import io.delta.kernel.hook.PostCommitHook;
import io.delta.kernel.internal.InternalScanFileUtils;
import io.delta.kernel.internal.data.ScanStateRow;
import io.delta.kernel.internal.util.Utils;
import io.delta.kernel.types.LongType;
import io.delta.kernel.types.StructType;
import io.delta.kernel.utils.CloseableIterable;
import io.delta.kernel.utils.CloseableIterator;
import io.delta.kernel.utils.DataFileStatus;
import io.headwater.store.ObjectStore;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;

/** A process that uses one table by Delta Kernel, with separate caches. A row is a number. */
record KernelProcess(IcebergProcess files, Engine engine) {
  private static final String TABLE = "s3://bucket/table";
  private static final String NAME = "headwater";
  private static final StructType SCHEMA = new StructType().add("id", LongType.LONG);

  /** A new process, whose log store is Headwater's. */
  static KernelProcess of(ObjectStore store) throws IOException {
    IcebergProcess files = IcebergProcess.of(store);
    Configuration settings = files.configuration();
    settings.set("io.delta.kernel.logStore.s3.impl", HeadwaterLogStore.class.getName());
    return new KernelProcess(files, DefaultEngine.create(settings));
  }

  /** A transaction that creates the table. */
  Transaction creation() {
    return TableManager.buildCreateTableTransaction(TABLE, SCHEMA, NAME).build(engine);
  }

  /** A transaction on the table's newest version. */
  Transaction append(int retries) {
    return snapshot()
        .buildUpdateTableTransaction(NAME, Operation.WRITE)
        .withMaxRetries(retries)
        .build(engine);
  }

  private Snapshot snapshot() {
    return TableManager.loadSnapshot(TABLE).build(engine);
  }

  /** Writes a file of one row, which a commit of the actions adds to the table. */
  CloseableIterable<Row> write(Transaction transaction, long id) throws IOException {
    Row state = transaction.getTransactionState(engine);
    DataWriteContext context = Transaction.getWriteContext(engine, state, Map.of());
    ColumnVector ids = new DefaultLongVector(LongType.LONG, 1, Optional.empty(), new long[] {id});
    ColumnarBatch rows = new DefaultColumnarBatch(1, SCHEMA, new ColumnVector[] {ids});
    CloseableIterator<FilteredColumnarBatch> data =
        Transaction.transformLogicalData(
            engine,
            state,
            Utils.singletonCloseableIterator(new FilteredColumnarBatch(rows, Optional.empty())),
            Map.of());
    CloseableIterator<DataFileStatus> written =
        engine
            .getParquetHandler()
            .writeParquetFiles(context.getTargetDirectory(), data, context.getStatisticsColumns());
    return CloseableIterable.inMemoryIterable(
        Transaction.generateAppendActions(engine, state, written, context));
  }

  /** Commits, and then writes what Kernel proposes, such as a checkpoint. */
  long commit(Transaction transaction, CloseableIterable<Row> actions) throws IOException {
    TransactionCommitResult result = transaction.commit(engine, actions);
    for (PostCommitHook hook : result.getPostCommitHooks()) {
      hook.threadSafeInvoke(engine);
    }
    return result.getVersion();
  }

  /** The rows of the table's newest version. */
  List<Long> ids() throws IOException {
    Scan scan = snapshot().getScanBuilder().build();
    List<Long> found = new ArrayList<>();
    try (CloseableIterator<Row> files = Utils.intoRows(scan.getScanFiles(engine))) {
      while (files.hasNext()) {
        addIds(scan.getScanState(engine), files.next(), found);
      }
    }
    return found;
  }

  private void addIds(Row state, Row file, List<Long> found) throws IOException {
    CloseableIterator<ColumnarBatch> read =
        engine
            .getParquetHandler()
            .readParquetFiles(
                Utils.singletonCloseableIterator(InternalScanFileUtils.getAddFileStatus(file)),
                ScanStateRow.getPhysicalDataReadSchema(state),
                Optional.empty())
            .map(FileReadResult::getData);
    try (CloseableIterator<Row> rows =
        Utils.intoRows(Scan.transformPhysicalData(engine, state, file, read))) {
      rows.forEachRemaining(row -> found.add(row.getLong(0)));
    }
  }
}
