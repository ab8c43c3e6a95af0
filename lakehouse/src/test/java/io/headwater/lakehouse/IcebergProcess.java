package io.headwater.lakehouse;

import io.headwater.fs.ServedFileSystem;
import io.headwater.store.ObjectStore;
import io.headwater.store.layers.RetryLayer;
import io.headwater.store.retry.RetryPolicy;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.iceberg.CatalogProperties;
import org.apache.iceberg.hadoop.HadoopCatalog;

/** A process that uses Iceberg's tables in a bucket, with separate caches. */
record IcebergProcess(ServedFileSystem files) {
  /** A new process. */
  static IcebergProcess of(ObjectStore store) throws IOException {
    return new IcebergProcess(ServedFileSystem.over(new RetryLayer(store, RetryPolicy.REQUEST)));
  }

  Configuration configuration() {
    return files.getConf();
  }

  /** Headwater's classes as properties of a catalog, with the settings of the file system. */
  Map<String, String> ours() {
    Map<String, String> properties = new HashMap<>();
    properties.put(CatalogProperties.LOCK_IMPL, HeadwaterLockManager.class.getName());
    properties.put(CatalogProperties.FILE_IO_IMPL, HeadwaterFileIO.class.getName());
    configuration().forEach(each -> properties.put("hadoop." + each.getKey(), each.getValue()));
    return properties;
  }

  /** The catalog of the bucket. */
  HadoopCatalog catalog(Map<String, String> properties) {
    Map<String, String> all = new HashMap<>(properties);
    all.put(CatalogProperties.WAREHOUSE_LOCATION, "s3://bucket/warehouse");
    HadoopCatalog catalog = new HadoopCatalog();
    catalog.setConf(configuration());
    catalog.initialize("test", all);
    return catalog;
  }
}
