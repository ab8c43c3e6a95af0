package io.headwater.spark.storlet;

import io.headwater.fs.config.Installation;
import org.apache.spark.sql.SQLContext;
import org.apache.spark.sql.sources.BaseRelation;
import org.apache.spark.sql.sources.DataSourceRegister;
import org.apache.spark.sql.sources.RelationProvider;
import org.apache.spark.sql.sources.SchemaRelationProvider;
import org.apache.spark.sql.types.StructType;
import scala.Option;
import scala.collection.immutable.Map;

/**
 * The format {@code storlet}: the responses of storlets for the files of a path. See {@code
 * docs/guides/storlets-in-spark.md}.
 *
 * <p>Spark loads this class with every format that it looks up. It therefore uses only what all
 * lines of Spark have, and {@link StorletRelations} does the work.
 */
public final class StorletSource
    implements RelationProvider, SchemaRelationProvider, DataSourceRegister {

  @Override
  public String shortName() {
    return "storlet";
  }

  @Override
  public BaseRelation createRelation(SQLContext context, Map<String, String> options) {
    check();
    return StorletRelations.create(context, options, Option.empty());
  }

  @Override
  public BaseRelation createRelation(
      SQLContext context, Map<String, String> options, StructType schema) {
    check();
    return StorletRelations.create(context, options, Option.apply(schema));
  }

  private static void check() {
    Installation.refusal()
        .ifPresent(
            reason -> {
              throw new IllegalStateException("The format storlet cannot be used. " + reason);
            });
  }
}
